import { textsHook } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of invitations to set a password, in the current language. */
export const useInvitingTexts = textsHook({ en, de, pl });
