import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { CalendarTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: CalendarTexts = {
  patterns: 'Kiedy działają',
  title: 'Kalendarz',
  lead: 'Kiedy harmonogramy tworzą zgłoszenia.',
  previous: 'Poprzedni miesiąc',
  next: 'Następny miesiąc',
  none: 'Brak zgłoszeń z harmonogramów w tym miesiącu',
  more: (count) => n(count, { one: 'jeszcze {n}', few: 'jeszcze {n}', many: 'jeszcze {n}', other: 'jeszcze {n}' }),
  overdue: 'Po terminie',
  willNotRun: 'Bez zgłoszenia:',
  shift: 'Przesuń',
  shiftRun: 'Przesuń…',
  shiftTitle: 'Przesuń harmonogram',
  shiftText:
    'Przeciągnij zgłoszenie na inny dzień albo wybierz „Przesuń…”: wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o tyle samo.',
  shiftTextNarrow: 'Wybierz „Przesuń…”, aby przesunąć wszystkie kolejne zgłoszenia z harmonogramu.',
  newDate: 'Nowa data',
  anotherDate: 'Wybierz inny dzień.',
  inPast: 'Wybierz termin w przyszłości.',
  moved: (days) =>
    days > 0
      ? n(days, {
          one: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dzień później.',
          few: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dni później.',
          many: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dni później.',
          other: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dni później.',
        })
      : n(-days, {
          one: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dzień wcześniej.',
          few: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dni wcześniej.',
          many: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dni wcześniej.',
          other: 'Wszystkie kolejne zgłoszenia z tego harmonogramu przesuną się o {n} dni wcześniej.',
        }),
  preview: 'Następne terminy',
  before: 'Obecnie',
  after: 'Po przesunięciu',
  shifted: 'Harmonogram przesunięto.',
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
