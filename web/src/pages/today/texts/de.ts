import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TodayTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: TodayTexts = {
  appointments: 'Termine',
  noAppointments: 'Heute keine Termine.',
  earlier: 'Vergangene Termine',
  untimed: 'Ohne Termin',
  later: 'An anderen Tagen',
  onHold: 'Pausiert',
  onMyWay: 'Bin unterwegs',
  told: (time) => `${time} Uhr: Der Auftraggeber weiß, dass Sie unterwegs sind`,
  needsConnection: 'Braucht eine Verbindung.',
  contact: 'Kontakt:',
  more: (count) => n(count, { one: '1 weiterer unter „Meine Aufträge“', other: '{n} weitere unter „Meine Aufträge“' }),
};
