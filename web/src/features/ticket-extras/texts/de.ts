import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TicketExtrasTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: TicketExtrasTexts = {
  pictures: (count) => n(count, { one: '{n} Foto', other: '{n} Fotos' }),
  comments: (count) => n(count, { one: '{n} Kommentar', other: '{n} Kommentare' }),
};
