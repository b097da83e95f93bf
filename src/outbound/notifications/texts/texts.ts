import type { Language } from '../../../platform/lib/languages.ts';
import { de } from './de.ts';
import { en, type NotificationTexts } from './en.ts';
import { pl } from './pl.ts';

const texts: Record<Language, NotificationTexts> = { en, de, pl };

/** @param language null: the account has chosen none */
export const notificationTextsIn = (language: Language | null): NotificationTexts => texts[language ?? 'en'];
