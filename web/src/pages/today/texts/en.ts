import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  appointments: 'Appointments',
  noAppointments: 'No appointments today.',
  earlier: 'Appointments that have passed',
  untimed: 'Without an appointment',
  later: 'On other days',
  onHold: 'On hold',
  onMyWay: 'On my way',
  told: (time: string) => `${time}: the client knows that you are on your way`,
  needsConnection: 'Needs a connection.',
  contact: 'Contact:',
  more: (count: number) => n(count, { one: '1 more in My work', other: '{n} more in My work' }),
};

export type TodayTexts = typeof en;
