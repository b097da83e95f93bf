import { useTextsOf } from '../../../../i18n/locale.ts';
import { de } from './de.ts';
import { type ConnectionTexts, en } from './en.ts';
import { pl } from './pl.ts';

const connectionTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useConnectionTexts = (): ConnectionTexts => useTextsOf(connectionTexts);
