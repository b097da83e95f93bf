import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type OfferTexts } from './en.ts';
import { pl } from './pl.ts';

const offerTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useOfferTexts = (): OfferTexts => useTextsOf(offerTexts);
