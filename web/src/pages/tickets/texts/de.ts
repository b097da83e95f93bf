import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TicketListTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: TicketListTexts = {
  orders: {
    'created_at desc': 'Neueste zuerst',
    'created_at asc': 'Älteste zuerst',
    'priority desc': 'Höchste Priorität zuerst',
    'priority asc': 'Niedrigste Priorität zuerst',
    'due asc': 'Zuerst fällige',
    'due desc': 'Zuletzt fällige',
    'updated_at desc': 'Zuletzt geänderte zuerst',
    'updated_at asc': 'Am längsten unveränderte zuerst',
    'relevance desc': 'Beste Treffer zuerst',
    'id desc': 'Höchste Nummer zuerst',
    'id asc': 'Niedrigste Nummer zuerst',
  },
  columns: {
    request: 'Auftrag',
    relevance: 'Beste Treffer',
    worker: 'Handwerker',
    priority: 'Priorität',
    status: 'Status',
    due: 'Fällig',
    updated_at: 'Geändert',
    created_at: 'Erstellt',
  },
  tabs: {
    open: 'Offen',
    new: 'Nicht zugewiesen',
    active: 'In Arbeit',
    done: 'Zu bestätigen',
    closed: 'Geschlossen',
    all: 'Alle',
  },
  tag: 'Schlagwort',
  text: 'Text',
  createdDate: 'Erstellt am',
  closedDate: 'Geschlossen am',
  closedFrom: 'Geschlossen ab',
  closedTo: 'Geschlossen bis',
  datePresets: { today: 'Heute', lastSevenDays: 'Letzte 7 Tage', lastMonth: 'Letzter Monat' },
  localDays: (zone) => `Die Tage gelten in der Zeitzone ${zone}.`,
  moreFilters: 'Weitere Filter',
  flags: { overdue: 'Nur überfällige', handed_back: 'Zurückgegeben', reworked: 'Nachgebessert' },
  selectAll: 'Alle auf dieser Seite auswählen',
  activeFilters: 'Gesetzte Filter',
  removeFilter: (filter) => `Filter entfernen: ${filter}`,
  filterRemoved: (filter) => `Filter entfernt: ${filter}`,
  clearAll: 'Alle entfernen',
  atLeast: (count) => n(count, { other: 'Mehr als {n} Aufträge' }),
};
