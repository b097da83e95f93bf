import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type SnippetTexts } from './en.ts';
import { pl } from './pl.ts';

const snippetTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useSnippetTexts = (): SnippetTexts => useTextsOf(snippetTexts);
