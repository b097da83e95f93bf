import { createContext, useContext, useMemo } from 'react';
import type { ChangeMe } from '../contract/schemas.ts';
import { createStore, useStore } from '../lib/create-store.ts';
import { delay } from '../lib/delay.ts';
import { safeLocalStorage } from '../lib/storage.ts';
import { en, type Messages } from './en.ts';

// English is part of the first script, so that the console starts without a connection; other languages are loaded when
// they are chosen.

export const languages = { en: 'English', de: 'Deutsch', pl: 'Polski' } as const satisfies Record<
  NonNullable<ChangeMe['language']>,
  string
>;
export type Language = keyof typeof languages;

/** `long` has the longest texts of all languages, for tests of the layout; it is not offered. */
type Dictionary = Language | 'long';

interface Loaded {
  messages: Messages;
  /** chooses among other texts in the same way */
  longest?: <Texts>(texts: Record<Language, Texts>) => Texts;
}

interface Locale extends Loaded {
  language: Language;
}

const loaders: Record<Dictionary, () => Promise<Loaded>> = {
  en: async () => ({ messages: en }),
  de: async () => ({ messages: (await import('./de.ts')).de }),
  pl: async () => ({ messages: (await import('./pl.ts')).pl }),
  long: async () => {
    const [{ longest }, { de }, { pl }] = await Promise.all([import('./long-texts.ts'), import('./de.ts'), import('./pl.ts')]);
    return { messages: longest<Messages>({ en, de, pl }), longest };
  },
};

/** Error messages come later than a page, which they would make slower to load. */
const serverErrorLoaders: Record<Language, () => Promise<{ serverErrors: object }>> = {
  en: () => import('./server-errors/en.ts'),
  de: () => import('./server-errors/de.ts'),
  pl: () => import('./server-errors/pl.ts'),
};

/** Adds the texts for error messages of the service. Until then, and when that fails, those are shown as they are. */
export async function addServerErrors(language: Language, messages: Messages): Promise<void> {
  const { serverErrors } = await serverErrorLoaders[language]();
  Object.assign(messages.serverErrors, serverErrors);
}

const languageKey = 'callout.language';
const locale = createStore<Locale>({ language: 'en', messages: en });

const isLanguage = (text: string | null | undefined): text is Language => typeof text === 'string' && text in languages;

function preferredDictionary(): Dictionary {
  const chosen = safeLocalStorage.getItem(languageKey);
  if (isLanguage(chosen) || chosen === 'long') return chosen;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

const languageOf = (dictionary: Dictionary): Language => (dictionary === 'long' ? 'de' : dictionary);

/** The language that the user has chosen or the browser prefers, even while it cannot be loaded. */
export const preferredLanguage = (): Language => languageOf(preferredDictionary());

async function loadLocale(dictionary: Dictionary): Promise<void> {
  const loaded = await loaders[dictionary]();
  if (dictionary !== preferredDictionary()) return; // another one was chosen while this one was loading
  const language = languageOf(dictionary);
  document.documentElement.lang = language;
  locale.set({ language, ...loaded });
  addServerErrors(language, loaded.messages).catch(() => {});
}

/** After this time the page is shown in English, until the other language is loaded. */
const maxWaitMs = 4_000;
const minRetryDelayMs = 2_000;
const maxRetryDelayMs = 30_000;

/** Loads the preferred language. When that fails the console starts in English, and tries again. */
export async function loadPreferredLocale(): Promise<void> {
  const dictionary = preferredDictionary();
  const loading = loadLocale(dictionary).catch(() => void retryLoading(dictionary));
  await Promise.race([loading, delay(maxWaitMs)]);
}

async function retryLoading(dictionary: Dictionary): Promise<void> {
  for (let delayMs = minRetryDelayMs; preferredDictionary() === dictionary; delayMs = Math.min(maxRetryDelayMs, delayMs * 2)) {
    await delay(delayMs);
    try {
      return await loadLocale(dictionary);
    } catch {
      // There is still no connection, or the server restarts.
    }
  }
}

/**
 * Changes the language of the console, and stores the choice.
 * @throws TypeError when the language cannot be loaded; the next visit tries again
 */
export async function chooseLanguage(language: Language): Promise<void> {
  safeLocalStorage.setItem(languageKey, language);
  await loadLocale(language);
}

/** The BCP 47 tag for dates and numbers: of the browser's regions the first one with the language of the console. */
export function localeTag(): string {
  const { language } = locale.get();
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
}

/** The current language and its texts. */
export const useLocale = (): Locale => useStore(locale);

export const MessagesContext = createContext<Messages>(en);
/** The texts of the console in the current language. */
export const useMessages = (): Messages => useContext(MessagesContext);

/**
 * For the texts that a part of the console keeps in its own folder: the first page has a maximum of bytes, and they come with that part.
 * @returns a hook that reads them in the current language
 */
export const textsHook = <Texts>(texts: Record<Language, Texts>) =>
  function useTexts(): Texts {
    const { language, longest } = useLocale();
    return useMemo(() => (longest ? longest(texts) : texts[language]), [language, longest]);
  };
