import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type NotificationTexts } from './en.ts';
import { pl } from './pl.ts';

// Apart from the texts of the first page, which has a maximum of bytes; these come with the pages of this folder.

export const notificationTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useNotificationTexts = (): NotificationTexts => useTextsOf(notificationTexts);
