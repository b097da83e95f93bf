import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TicketListTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: TicketListTexts = {
  orders: {
    'created_at desc': 'Od najnowszych',
    'created_at asc': 'Od najstarszych',
    'priority desc': 'Od najwyższego priorytetu',
    'priority asc': 'Od najniższego priorytetu',
    'due asc': 'Najbliższy termin',
    'due desc': 'Najdalszy termin',
    'updated_at desc': 'Ostatnio zmienione',
    'updated_at asc': 'Najdawniej zmienione',
    'relevance desc': 'Najlepsze wyniki najpierw',
    'id desc': 'Od najwyższego numeru',
    'id asc': 'Od najniższego numeru',
  },
  columns: {
    request: 'Zgłoszenie',
    relevance: 'Najlepsze wyniki',
    worker: 'Wykonawca',
    priority: 'Priorytet',
    status: 'Status',
    due: 'Termin',
    updated_at: 'Zmieniono',
    created_at: 'Utworzono',
  },
  tabs: {
    open: 'Otwarte',
    new: 'Nieprzydzielone',
    active: 'W trakcie',
    done: 'Do potwierdzenia',
    closed: 'Zamknięte',
    all: 'Wszystkie',
  },
  tag: 'Etykieta',
  text: 'Tekst',
  createdDate: 'Data utworzenia',
  closedDate: 'Data zamknięcia',
  closedFrom: 'Zamknięte od',
  closedTo: 'Zamknięte do',
  datePresets: { today: 'Dzisiaj', lastSevenDays: 'Ostatnie 7 dni', lastMonth: 'Poprzedni miesiąc' },
  localDays: (zone) => `Dni w strefie czasowej ${zone}.`,
  moreFilters: 'Więcej filtrów',
  flags: { overdue: 'Tylko po terminie', handed_back: 'Zwrócone', reworked: 'Poprawiane' },
  selectAll: 'Zaznacz wszystkie na tej stronie',
  activeFilters: 'Ustawione filtry',
  removeFilter: (filter) => `Usuń filtr: ${filter}`,
  filterRemoved: (filter) => `Usunięto filtr: ${filter}`,
  clearAll: 'Usuń wszystkie',
  atLeast: (count) => n(count, { other: 'Ponad {n} zgłoszeń' }),
};
