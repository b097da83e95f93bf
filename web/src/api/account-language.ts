import type { Language } from '../i18n/locale.ts';
import { call } from './client.ts';

/** Makes the language of the console that of mails and messages to the user. */
export async function saveLanguage(language: Language): Promise<void> {
  await call('PATCH /ext/me', { body: { language } });
}
