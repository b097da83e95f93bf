import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type InvitingTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of invitations to set a password, in the current language. */
export const useInvitingTexts = (): InvitingTexts => useTextsOf(texts);
