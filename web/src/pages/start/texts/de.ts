import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { StartTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: StartTexts = {
  title: 'Einrichten',
  lead: 'Fünf Schritte bis zum ersten Auftrag. Überspringen Sie, was Sie jetzt nicht brauchen: Sie finden jeden Schritt hier wieder.',
  steps: 'Schritte',
  names: { address: 'Adresse', mail: 'Mail', buildings: 'Gebäude', people: 'Personen', device: 'Dieses Gerät' },
  next: 'Weiter',
  save: 'Speichern und weiter',
  later: 'Später',
  finish: 'Fertig',
  address: {
    title: 'Wo öffnen andere die Konsole?',
    text: 'Links, QR-Codes und E-Mails führen zu dieser Adresse.',
    local: (origin) =>
      `Sie haben ${origin} geöffnet, das funktioniert nur auf diesem Computer. Geben Sie die Adresse ein, die Telefone und andere Computer öffnen können.`,
    onlyHere: 'Diese Adresse funktioniert nur auf diesem Computer: Links und QR-Codes würden sonst nirgends öffnen.',
    insecure: 'Ohne https gibt es auf Telefonen keine Kamera im Formular, keine Mitteilungen und keine Installation.',
  },
  mail: {
    title: 'E-Mails senden?',
    text: 'Per E-Mail kommen Einladungen, Passwort-Links und Mitteilungen. Ohne E-Mail geben Sie Links selbst weiter.',
    isSet: 'E-Mail ist eingerichtet. Senden Sie unten zur Sicherheit eine Testmail.',
  },
  buildings: {
    title: 'Welche Gebäude betreuen Sie?',
    text: 'Jedes Gebäude gehört einem Auftraggeber: Er bestellt die Arbeit und bestätigt sie.',
    client: 'Auftraggeber',
    clientEmail: 'E-Mail des Auftraggebers',
    clientText:
      'Erhält ein Konto ohne Passwort. Den Link dazu erhalten Sie im nächsten Schritt. Das können auch Sie sein, mit einer anderen Adresse.',
    clientName: 'Name des Auftraggebers',
    hint: 'Ein Gebäude pro Zeile: Name, Adresse. Fügen Sie eine Liste ein, wenn Sie eine haben.',
    example: 'Lobby, Uferstraße 12, Berlin',
    preview: 'Gebäude, die hinzugefügt werden',
    notUsable: 'braucht einen Namen und eine Adresse mit mindestens 5 Zeichen',
    submit: (count) =>
      n(count, { one: '{n} Gebäude hinzufügen', other: count === 0 ? 'Gebäude hinzufügen' : '{n} Gebäude hinzufügen' }),
    import: 'Datei importieren …',
  },
  people: {
    title: 'Wer arbeitet mit Ihnen?',
    text: 'Jede Person erhält einen Link und wählt damit ein Passwort. Senden Sie ihn, zeigen Sie den Code oder drucken Sie ihn.',
    submit: 'Link erstellen',
    import: 'Handwerker importieren …',
    joins: (project) => `Wird in das Projekt ${project} eingeladen.`,
    waiting: 'Haben noch kein Passwort gewählt',
  },
  device: {
    title: 'Dieses Gerät',
    text: 'Schalten Sie Mitteilungen ein, um sofort zu erfahren, wenn etwas geschieht.',
    noPush:
      'Dieser Browser kann hier keine Mitteilungen zeigen. Sie finden sie in der Konsole und, sobald E-Mail eingerichtet ist, in Ihrem Postfach.',
    open: 'Scannen Sie den Code, um die Konsole auf einem Telefon zu öffnen.',
    phone: 'Auf Ihrem Telefon',
    install:
      'Scannen Sie den Code, um die Konsole auf einem Telefon zu öffnen. „Zum Startbildschirm hinzufügen“ im Menü des Browsers installiert sie.',
    qr: 'QR-Code der Konsole',
  },
};
