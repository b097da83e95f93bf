import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { RuleTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: RuleTexts = {
  checklists: 'Listy kontrolne',
  title: 'Harmonogramy',
  lead: 'Zgłoszenia tworzone automatycznie.',
  none: 'Brak harmonogramów',
  noneText: 'Harmonogram regularnie tworzy zgłoszenie, na przykład przeglądu lub wymiany filtrów.',
  name: (id) => `Harmonogram #${id}`,
  description: 'Co trzeba zrobić?',
  descriptionHint: 'Co najmniej 5 znaków. Każde zgłoszenie z tego harmonogramu otrzyma ten opis.',
  last: 'Ostatnie utworzenie',
  never: 'Jeszcze nie',
  nextRunStatus: 'Stan',
  due: 'Termin minął: zgłoszenie powstanie przy następnym sprawdzeniu',
  dueNow: 'Termin minął: zgłoszenie właśnie powstaje',
  notDue: 'Zgodnie z planem',
  createdWithin: (hours) =>
    n(hours, {
      one: 'Zgłoszenie powstanie w ciągu godziny od tej chwili.',
      few: 'Zgłoszenie powstanie w ciągu {n} godzin od tej chwili.',
      many: 'Zgłoszenie powstanie w ciągu {n} godzin od tej chwili.',
    }),
  openTicket: (id) => `Pokaż zgłoszenie #${id}`,
  history: 'Historia',
  noRuns: 'Brak utworzonych zgłoszeń.',
  ticketGone: 'Zgłoszenie usunięte',
  run: 'Utwórz zgłoszenie teraz',
  ran: (id) => `Utworzono zgłoszenie #${id}.`,
  remove: 'Usunąć harmonogram?',
  removeText: 'Jego historia też zostanie usunięta. Utworzone zgłoszenia zostaną zachowane.',
  removed: 'Usunięto harmonogram.',
  pause: 'Wstrzymaj',
  resume: 'Wznów',
  paused: 'Wstrzymany',
  off: 'Wstrzymano harmonogram.',
  on: 'Wznowiono harmonogram.',
  change: 'Edytuj harmonogram',
  createdBy: 'Utworzony przez',
  runTitle: 'Utworzyć zgłoszenie teraz?',
  runText: (building) => `Dotyczy: ${building}. Można je od razu przyjąć. Harmonogram działa dalej bez zmian.`,
};
