import type { Labels } from './en.ts';

export const de: Labels = {
  status: {
    new: 'Neu',
    assigned: 'Zugewiesen',
    in_progress: 'In Arbeit',
    done: 'Erledigt',
    confirmed: 'Bestätigt',
    rejected: 'Nacharbeit nötig',
    closed: 'Geschlossen',
  },
  waitingFor: {
    client: {
      new: 'Wartet auf einen Handwerker',
      assigned: 'Wartet auf den Arbeitsbeginn',
      done: 'Wartet auf Ihre Bestätigung',
      rejected: 'Wartet auf die Nacharbeit',
    },
    worker: {
      new: 'Wartet auf einen Handwerker',
      assigned: 'Wartet auf Ihren Arbeitsbeginn',
      done: 'Wartet auf die Bestätigung des Auftraggebers',
      rejected: 'Wartet auf Ihre Nacharbeit',
    },
    admin: {
      new: 'Wartet auf einen Handwerker',
      assigned: 'Wartet auf den Arbeitsbeginn',
      done: 'Wartet auf die Bestätigung des Auftraggebers',
      rejected: 'Wartet auf die Nacharbeit',
    },
  },
  category: {
    electric: 'Elektrik',
    plumbing: 'Sanitär',
    climate: 'Heizung & Klima',
    elevator: 'Aufzug',
    other: 'Sonstiges',
  },
  priority: {
    low: 'Niedrig',
    normal: 'Normal',
    high: 'Hoch',
  },
  role: {
    worker: 'Handwerker',
    client: 'Auftraggeber',
    admin: 'Admin',
    reporter: 'Meldende Person',
  },
  action: {
    created: 'hat den Auftrag erstellt',
    assigned: 'hat den Auftrag zugewiesen',
    taken: 'hat den Auftrag übernommen',
    reassigned: 'hat den Auftrag neu zugewiesen',
    started: 'hat die Arbeit begonnen',
    done: 'hat die Arbeit abgeschlossen',
    confirmed: 'hat die Arbeit bestätigt',
    rejected: 'hat Nacharbeit angefordert',
    canceled: 'hat den Auftrag storniert',
    photo_added: 'hat ein Foto hinzugefügt',
    photo_removed: 'hat ein Foto entfernt',
  },
  holdReason: {
    part: 'Warten auf Ersatzteil',
    access: 'Kein Zugang',
    quote: 'Warten auf Angebot',
    weather: 'Wetter',
    other: 'Anderer Grund',
  },
};
