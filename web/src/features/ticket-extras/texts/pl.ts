import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { TicketExtrasTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: TicketExtrasTexts = {
  pictures: (count) => n(count, { one: '{n} zdjęcie', few: '{n} zdjęcia', many: '{n} zdjęć' }),
  comments: (count) => n(count, { one: '{n} komentarz', few: '{n} komentarze', many: '{n} komentarzy' }),
};
