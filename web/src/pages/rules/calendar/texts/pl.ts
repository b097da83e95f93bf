import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { CalendarTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: CalendarTexts = {
  title: 'Kalendarz',
  lead: 'Kiedy harmonogramy tworzą zgłoszenia.',
  previous: 'Poprzedni miesiąc',
  next: 'Następny miesiąc',
  none: 'Brak zgłoszeń z harmonogramów w tym miesiącu',
  more: (count) => n(count, { one: 'jeszcze {n}', few: 'jeszcze {n}', many: 'jeszcze {n}', other: 'jeszcze {n}' }),
  overdue: 'Po terminie',
  willNotRun: 'Bez zgłoszenia:',
  feed: 'Kanał kalendarza',
  feedText: 'Zasubskrybuj ten kalendarz w Kalendarzu Google, Outlooku, Thunderbirdzie lub telefonie.',
  secret: 'Skopiuj adres teraz, nie zostanie pokazany ponownie. Każdy, kto go ma, może czytać Twój kalendarz.',
  created: 'Adres utworzono',
  replaceText: 'Nowy adres go zastąpi.',
  create: 'Utwórz adres',
  replace: 'Utwórz nowy adres',
  end: 'Wyłącz',
  voided: 'Kanał kalendarza wyłączono.',
};
