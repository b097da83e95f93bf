import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type SignatureTexts } from './en.ts';
import { pl } from './pl.ts';

const signatureTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useSignatureTexts = (): SignatureTexts => useTextsOf(signatureTexts);
