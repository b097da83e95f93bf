import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { HealthTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: HealthTexts = {
  title: 'Systemstatus',
  allOk: 'Alle Systeme funktionieren.',
  okExceptOff: (names) => `Keine Probleme gefunden. Ausgeschaltet: ${names}.`,
  troubles: (count) => n(count, { one: '{n} Bereich ist gestört.', other: '{n} Bereiche sind gestört.' }),
  checked: 'Zuletzt geprüft:',
  version: (version) => `Version ${version}`,
  states: { ok: 'In Ordnung', off: 'Aus', trouble: 'Störung' },
  messenger: {
    title: 'Telegram',
    working: 'Bots empfangen Befehle, und Nachrichten werden gesendet.',
    not_configured:
      'Kein Bot eingerichtet. Fügen Sie unter „Installation“ einen hinzu, oder lassen Sie Benutzer eigene Bots verbinden.',
    unreachable:
      'Telegram antwortet nicht. Der Versand wird 24 Stunden lang wiederholt. Prüfen Sie die Netzwerkverbindung des Servers.',
    refused: 'Telegram lehnt das Token des Bots ab. Geben Sie unter „Installation“ das aktuelle Token ein.',
    webhook: 'Der Bot hat einen Webhook und empfängt deshalb keine Befehle. Löschen Sie den Webhook.',
    not_polled:
      'Einige Bots empfangen keine Befehle: Ihr Token ist vielleicht ungültig, oder sie haben einen Webhook. Bot und Grund stehen im Log.',
    failing:
      'Einige Nachrichten konnten nicht gesendet werden. Der Versand wird 24 Stunden lang wiederholt. Der Grund steht im Log.',
    given_up: 'Die letzte Nachricht konnte 24 Stunden lang nicht gesendet werden und wurde verworfen. Der Grund steht im Log.',
    no_public_url: 'Links in Nachrichten funktionieren nicht. Legen Sie unter „Installation“ die öffentliche Adresse fest.',
  },
  mail: {
    title: 'E-Mail',
    working: 'E-Mails werden gesendet.',
    not_configured:
      'Kein Mailserver eingerichtet, deshalb werden keine E-Mails gesendet. Richten Sie unter „Installation“ einen ein. Geben Sie Links zum Zurücksetzen bis dahin selbst weiter.',
    failing: 'Einige E-Mails konnten nicht gesendet werden. Der Versand wird 24 Stunden lang wiederholt. Der Grund steht im Log.',
    given_up: 'Die letzte E-Mail konnte 24 Stunden lang nicht gesendet werden und wurde verworfen. Der Grund steht im Log.',
    rejected: 'Der Mailserver hat bisher jede E-Mail abgelehnt. Der Grund steht im Log.',
    no_public_url: 'Links in E-Mails funktionieren nicht. Legen Sie unter „Installation“ die öffentliche Adresse fest.',
  },
  intake: {
    title: 'Eingehende E-Mails',
    working: 'Das Postfach wird jede Minute gelesen.',
    not_configured: 'Kein Postfach eingerichtet, deshalb werden keine E-Mails gelesen. Setzen Sie IMAP_HOST.',
    failed:
      'Das Postfach kann nicht gelesen oder einige E-Mails können nicht gespeichert werden. Es wird jede Minute neu versucht. Der Grund steht im Log.',
    late: 'Das Postfach wurde länger nicht gelesen. Prüfen Sie, ob der Dienst ohne Unterbrechung läuft.',
  },
  storage: {
    title: 'Fotospeicher',
    working: 'Fotos können gespeichert und gelesen werden.',
    unreachable:
      'Der Speicher antwortet nicht oder ist nicht beschreibbar, deshalb können keine Fotos hochgeladen werden. Der Grund steht im Log.',
    full: 'Der Datenträger ist voll, deshalb können keine Fotos hochgeladen werden. Schaffen Sie Platz, oder verschieben Sie die Fotos auf einen größeren.',
    nearly_full:
      'Der Datenträger ist fast voll. Bald können keine Fotos mehr hochgeladen werden. Schaffen Sie Platz, oder verschieben Sie die Fotos auf einen größeren.',
    undeletable: 'Einige Dateien gelöschter Fotos lassen sich nicht entfernen. Der Grund steht im Log.',
  },
  retention: {
    title: 'Löschen geschlossener Aufträge',
    working: 'Geschlossene Aufträge werden pünktlich gelöscht.',
    switched_off:
      'Geschlossene Aufträge werden unbegrenzt aufbewahrt. Setzen Sie TICKET_RETENTION_DAYS, um sie nach einiger Zeit zu löschen.',
    failed: 'Das letzte Löschen ist fehlgeschlagen und wird automatisch wiederholt. Der Grund steht im Log.',
    late: 'Das Löschen geschlossener Aufträge ist überfällig. Prüfen Sie, ob der Dienst ohne Unterbrechung läuft.',
  },
  rules: {
    title: 'Zeitpläne',
    working: 'Zeitpläne laufen pünktlich.',
    failed: 'Die letzte Prüfung der Zeitpläne ist fehlgeschlagen und wird automatisch wiederholt. Der Grund steht im Log.',
    late: 'Die Prüfung der Zeitpläne ist überfällig. Prüfen Sie, ob der Dienst ohne Unterbrechung läuft.',
  },
  deadlines: {
    title: 'Fristen',
    working: 'Fristen werden pünktlich geprüft.',
    failed: 'Die letzte Prüfung der Fristen ist fehlgeschlagen und wird automatisch wiederholt. Der Grund steht im Log.',
    late: 'Die Prüfung der Fristen ist überfällig. Prüfen Sie, ob der Dienst ohne Unterbrechung läuft.',
  },
  kinds: { local: 'Lokale Festplatte', s3: 'S3-Bucket' },
  bot: 'Bot',
  heard: 'Verbundene Bots',
  partOf: (part, all) => `${part} von ${all}`,
  waiting: 'Noch zu senden',
  failing: 'Fehlgeschlagen',
  taken: 'Übernommen',
  takenIn: (count) => `${count} in 30 Tagen`,
  left: 'Nicht übernommen',
  showLeft: (count) => n(count, { one: '{n} E-Mail anzeigen', other: '{n} E-Mails anzeigen' }),
  lastSent: 'Zuletzt gesendet',
  lastRun: 'Letzter Lauf',
  nextRun: 'Nächster Lauf',
  never: 'Noch nicht',
  keptFor: 'Aufbewahrung',
  beforeDeletion: 'Vor dem Löschen',
  archived: 'Archivierung',
  days: (count) => n(count, { one: '{n} Tag', other: '{n} Tage' }),
  kind: 'Art',
  freeSpace: 'Freier Speicherplatz',
  gigabytes: (count) => `${count} GB`,
  undeletable: 'Nicht gelöschte Dateien',
  due: 'Fällige Zeitpläne',
  blocked: 'Davon angehalten',
  blockedText: 'Der vorige Auftrag ist noch offen, oder Projekt oder Gebäude ist deaktiviert.',
  unsent: 'Noch zu sendende Mitteilungen',
};
