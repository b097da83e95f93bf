import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ImportTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: ImportTexts = {
  title: { workers: 'Handwerker importieren', objects: 'Gebäude importieren', equipment: 'Anlagen importieren' },
  lead: 'Aus einer CSV-Datei. Es werden alle Zeilen importiert oder keine.',
  choose: 'Datei auswählen',
  drop: 'Wählen Sie eine CSV-Datei aus, oder legen Sie sie hier ab',
  rules: (columns, maxRows) => n(maxRows, { other: `Die erste Zeile benennt die Spalten: ${columns}. Höchstens {n} Zeilen.` }),
  projectRule: 'Schreiben Sie Projekte und Gebäude, die es schon gibt, genau wie in Callout.',
  sample: 'Beispieldatei herunterladen',
  reading: 'Die Datei wird gelesen …',
  readAs: 'Wenn Sie die Kodierung kennen, wählen Sie sie aus, und prüfen Sie die Buchstaben in der Tabelle:',
  encodings: {
    'windows-1252': 'Westeuropäisch (Windows)',
    'windows-1250': 'Mitteleuropäisch (Windows)',
    'iso-8859-2': 'Mitteleuropäisch (ISO)',
    'windows-1254': 'Türkisch (Windows)',
  },
  personName: 'Name',
  columns: {
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    project: 'Projekt',
    address: 'Adresse',
    reference: 'Referenz',
    object: 'Gebäude',
    kind: 'Art',
    location: 'Wo sie ist',
    serial: 'Seriennummer',
    installed_on: 'Eingebaut am',
    warranty_until: 'Gewährleistung bis',
  },
  rows: (count) => n(count, { one: '{n} Zeile', other: '{n} Zeilen' }),
  row: 'Zeile',
  rowName: (row) => `Zeile ${row}`,
  cell: (column, row) => `${column}, Zeile ${row}`,
  addRow: 'Zeile hinzufügen',
  removeRow: (row) => `Zeile ${row} entfernen`,
  extra: (values) => `Zu viele Werte: ${values}`,
  removeExtra: 'Entfernen',
  otherFile: 'Andere Datei auswählen',
  discarded: 'Tabelle verworfen.',
  check: 'Prüfen',
  submit: (count) => n(count, { one: '{n} Zeile importieren', other: '{n} Zeilen importieren' }),
  checked: (count) => n(count, { one: 'Die Zeile kann importiert werden.', other: 'Alle {n} Zeilen können importiert werden.' }),
  refused: (count) =>
    n(count, {
      one: '{n} Zeile kann nicht importiert werden. Es wurde nichts importiert.',
      other: '{n} Zeilen können nicht importiert werden. Es wurde nichts importiert.',
    }),
  nextError: 'Nächster Fehler',
  notChecked: 'Die Prüfung zeigt, welche Zeilen nicht importiert werden können. Sie ändert nichts.',
  lost: 'Keine Antwort. Vielleicht wurden die Zeilen importiert. Versuchen Sie es erneut: Nichts wird doppelt importiert.',
  taken: 'Alle diese Zeilen gibt es schon. Wurde diese Datei bereits importiert?',
  takenAfterLoss: 'Alle diese Zeilen gibt es jetzt: Der Import, dessen Antwort nicht ankam, war erfolgreich.',
  finish: 'Tabelle schließen',
  done: {
    workers: (count) => n(count, { one: '{n} Handwerker importiert', other: '{n} Handwerker importiert' }),
    objects: (count) => n(count, { one: '{n} Gebäude importiert', other: '{n} Gebäude importiert' }),
    equipment: (count) => n(count, { one: '{n} Anlage importiert', other: '{n} Anlagen importiert' }),
  },
  next: {
    mailed: 'Sie haben eine E-Mail mit einem Link erhalten, über den sie ein Passwort wählen.',
    withoutMail:
      'Dieser Server versendet keine E-Mails, und niemand kennt ihre Passwörter. Öffnen Sie jedes Konto unter „Benutzer“, erstellen Sie einen Reset-Link, und geben Sie ihn weiter.',
    approve: (page) => `Geben Sie die Konten unter „${page}“ frei. Danach kommt eine E-Mail mit einem Link für das Passwort.`,
    approveWithoutMail: (page) =>
      `Geben Sie die Konten unter „${page}“ frei. Dieser Server versendet keine E-Mails: Bitten Sie für jedes Konto einen Administrator um einen Reset-Link.`,
    objects: 'Für diese Gebäude können jetzt Aufträge erstellt werden.',
    equipment: 'Jede hat jetzt eine eigene Seite, auf der Sie Dokumente und einen QR-Code hinzufügen.',
  },
  toList: {
    users: 'Benutzer anzeigen',
    workers: 'Handwerker anzeigen',
    projects: 'Projekte anzeigen',
    buildings: 'Gebäude anzeigen',
  },
  another: 'Weitere Datei importieren',
  errors: {
    empty: 'Diese Datei ist leer.',
    noRows: 'Diese Datei hat unter der Zeile mit den Spaltennamen keine weiteren Zeilen.',
    tooManyRows: (max) => n(max, { other: 'Diese Datei hat mehr als {n} Zeilen. Teilen Sie sie auf.' }),
    quotationMarks: 'Diese Datei kann nicht gelesen werden: Ihre Anführungszeichen passen nicht zusammen.',
    unknownColumn: 'Die erste Zeile der Datei muss die Spalten benennen wie in der Beispieldatei.',
    missingColumn: (column) => `Die Spalte „${column}“ fehlt.`,
    repeatedColumn: (column) => `Die Spalte „${column}“ ist doppelt vorhanden.`,
    tooLarge: 'Diese Datei ist größer als 1 MB. Teilen Sie sie auf.',
    workbook: 'Das ist eine Arbeitsmappe und keine CSV-Datei. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.',
    unreadEncoding: (encoding) =>
      `Diese Datei hat die Kodierung von ${encoding}. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.`,
    unknownEncoding:
      'Die Buchstaben dieser Datei können nicht gelesen werden. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.',
    uncertainEncoding:
      'Es ist nicht sicher, welche Buchstaben diese Datei enthält. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.',
    foreignByte: (row, byte) =>
      `Zeile ${row} enthält ein Zeichen in einer anderen Kodierung als der Rest der Datei (Byte ${byte}). Speichern Sie die Datei als „CSV UTF-8“.`,
    lostCharacters: 'Beim Speichern der Datei sind Buchstaben verloren gegangen. Geben Sie sie neu ein.',
    sameAs: (row) => `Derselbe Wert wie in Zeile ${row}.`,
    tooManyCells: 'Diese Zeile hat mehr Werte, als es Spalten gibt.',
    unknownProject: 'Es gibt kein Projekt mit diesem Namen.',
    ambiguousProject: 'Mehrere Projekte haben diesen Namen.',
    unknownObject: 'In dem Projekt gibt es kein Gebäude mit diesem Namen.',
  },
};
