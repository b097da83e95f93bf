import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { type DeadlineTexts, en } from './en.ts';
import { pl } from './pl.ts';

// Apart from the texts of the first page, which has a maximum of bytes.

/** The texts of this folder in the current language. */
export const useDeadlineTexts = (): DeadlineTexts => useTextsOf({ en, de, pl });
