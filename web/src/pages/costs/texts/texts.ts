import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type StatementTexts } from './en.ts';
import { pl } from './pl.ts';

const statementTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useStatementTexts = (): StatementTexts => useTextsOf(statementTexts);
