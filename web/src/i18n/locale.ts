import { createContext, useContext, useSyncExternalStore } from 'react';
import { delay } from '../lib/delay.ts';
import { safeLocalStorage } from '../lib/storage.ts';
import { en, type Messages } from './en.ts';

// One dictionary per language, all of one type; the other languages are loaded when chosen.

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
};

const choice = 'callout.language';
let spoken: { language: Language; messages: Messages } = { language: 'en', messages: en };
const listeners = new Set<() => void>();

const isLanguage = (text: string | null | undefined): text is Language => typeof text === 'string' && text in languages;

function preferred(): Language {
  const chosen = safeLocalStorage.getItem(choice);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

async function speak(language: Language): Promise<void> {
  const messages = await loaders[language]();
  if (language !== preferred()) return; // another one was chosen while this one was loading
  spoken = { language, messages };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** After this time the page is shown in English, until the other language is there. */
const maxWaitMs = 4_000;
const firstRetryMs = 2_000;
const maxRetryMs = 30_000;

/** Loads the preferred language. When that fails the console starts in English, and tries again. */
export async function loadPreferredLocale(): Promise<void> {
  const language = preferred();
  const loading = speak(language).catch(() => void retry(language));
  await Promise.race([loading, delay(maxWaitMs)]);
}

async function retry(language: Language): Promise<void> {
  for (let waitMs = firstRetryMs; preferred() === language; waitMs = Math.min(maxRetryMs, waitMs * 2)) {
    await delay(waitMs);
    try {
      return await speak(language);
    } catch {
      // Still no connection, or a server that restarts.
    }
  }
}

/** @throws when the language cannot be loaded; it is tried again with the next visit */
export async function chooseLanguage(language: Language): Promise<void> {
  safeLocalStorage.setItem(choice, language);
  await speak(language);
}

/** The region decides how dates look, as far as the language is the same. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.startsWith(spoken.language)) ?? spoken.language;
}

export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => spoken.language,
  );
}

export const MessagesContext = createContext<Messages>(en);
export const useMessages = (): Messages => useContext(MessagesContext);
export const currentMessages = (): Messages => spoken.messages;
