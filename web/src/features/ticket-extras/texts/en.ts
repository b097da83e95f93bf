import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  pictures: (count: number) => n(count, { one: '{n} photo', other: '{n} photos' }),
  comments: (count: number) => n(count, { one: '{n} comment', other: '{n} comments' }),
};

export type TicketExtrasTexts = typeof en;
