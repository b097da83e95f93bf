import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TicketTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: TicketTexts = {
  compare: {
    sideBySide: 'Nebeneinander zeigen',
    withSlider: 'Mit Schieberegler zeigen',
    choose: 'Fotos zum Vergleich auswählen',
  },
  reportPictures: 'Fotos der Meldung',
  noMorePhotos: 'Der Auftrag ist geschlossen. Es können keine Fotos mehr hinzugefügt werden.',
  camera: {
    title: 'Fotos aufnehmen',
    picture: 'Kamerabild',
    shutter: 'Foto aufnehmen',
    finish: 'Fertig',
    useApp: 'Kamera-App',
    guide: 'Früheres Foto',
    choose: 'Wechseln',
    starting: 'Kamera wird gestartet …',
    refused:
      'Diese Seite darf die Kamera nicht verwenden. Erlauben Sie es in den Einstellungen des Browsers für diese Seite, oder nehmen Sie das Foto mit der Kamera-App auf.',
    missing: 'Es wurde keine Kamera gefunden. Nehmen Sie das Foto mit der Kamera-App auf.',
    busy: 'Die Kamera kann gerade nicht verwendet werden. Vielleicht benutzt sie eine andere App.',
    full: 'Dieser Auftrag hat die höchste Zahl an Fotos erreicht.',
    added: (count: number) => n(count, { one: '{n} Foto hinzugefügt', other: '{n} Fotos hinzugefügt' }),
  },
  chain: {
    verified: 'Verlauf geprüft',
    checkedFrom: (time: string) => `Seit ${time} wurde kein Eintrag geändert oder entfernt.`,
    changed: 'Der Verlauf wurde nachträglich geändert',
  },
  removal: {
    deletedOn: (day: string) => `Wird am ${day} gelöscht.`,
    deletedSoon: 'Wird in Kürze gelöscht.',
    archivedOn: (day: string) => `Wird am ${day} archiviert und entfernt.`,
    archivedSoon: 'Wird in Kürze archiviert und entfernt.',
  },
  comments: {
    field: 'Kommentar',
    send: 'Kommentar senden',
    withoutPictures: 'Der Kommentar wurde ohne diese Fotos gesendet.',
    closed: 'Dieser Auftrag ist geschlossen und kann nicht mehr kommentiert werden.',
    workerDisabled: 'Der Handwerker ist deaktiviert. Der Kommentar erreicht ihn nicht.',
    older: 'Ältere Kommentare',
    internal: 'Intern',
    internalReaders: 'Nur Admins und der zugewiesene Handwerker lesen ihn',
    sendInternal: 'Internen Kommentar senden',
    toReporter: 'Auch der meldenden Person zeigen',
    toReporterHint: 'Auf der Seite der Meldung, ohne Ihren Namen',
    shownToReporter: 'Auch der meldenden Person gezeigt',
    reporter: 'Meldende Person',
    withoutAccount: 'Ohne Konto',
  },
  found: 'Meldung eines weiteren Mangels',
  corrections: {
    corrected: 'hat den Auftrag berichtigt',
    older: 'Ältere Berichtigungen',
    fields: { description: 'Beschreibung', category: 'Kategorie', priority: 'Priorität', floor: 'Etage' },
    before: 'vorher:',
    after: 'jetzt:',
    none: 'ohne Angabe',
  },
};
