import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TodayTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: TodayTexts = {
  appointments: 'Wizyty',
  noAppointments: 'Dziś nie ma wizyt.',
  earlier: 'Wizyty, które minęły',
  untimed: 'Bez wizyty',
  later: 'W inne dni',
  onHold: 'Wstrzymane',
  onMyWay: 'Jestem w drodze',
  told: (time) => `${time}: klient wie, że jesteś w drodze`,
  needsConnection: 'Wymaga połączenia.',
  contact: 'Kontakt:',
  more: (count) =>
    n(count, { one: 'Jeszcze {n}: „Moja praca”', few: 'Jeszcze {n}: „Moja praca”', many: 'Jeszcze {n}: „Moja praca”' }),
};
