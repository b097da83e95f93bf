import type { ShortcutTexts } from './en.ts';

export const de: ShortcutTexts = {
  title: 'Tastenkürzel',
  switchText: 'Die Taste ? zeigt die Liste. Schalten Sie Tastenkürzel aus, wenn Sie Spracheingabe verwenden.',
  offHint: 'Tastenkürzel lassen sich im Profil ausschalten.',
  names: {
    create: 'Neuer Auftrag',
    search: 'Suchen',
    goHome: 'Zur Startseite',
    goTickets: 'Zu den Aufträgen',
    goProjects: 'Zu den Projekten',
    next: 'Nächste Zeile',
    previous: 'Vorige Zeile',
    open: 'Zeile öffnen',
    assign: 'Zuweisen',
    select: 'Zeile auswählen',
    confirm: 'Arbeit bestätigen',
    help: 'Diese Liste anzeigen',
  },
};
