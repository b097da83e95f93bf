import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary as common, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';
import { dictionary as german } from '@zxcvbn-ts/language-de';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Language } from '../../i18n/locale.ts';
import { adviceTexts } from './advice.ts';

// Estimates the strength of passwords. A worker: to load the dictionaries and to look words up would stop the page while
// somebody types.

export interface StrengthRequest {
  password: string;
  /** what others know of the owner, such as the name */
  personal: string[];
  language: Language;
}

export interface Strength {
  /** from 0, the weakest, to 4 */
  score: number;
  /** the score in a word */
  label: string;
  /** why it is easy to guess and what to do about it; empty for a good password */
  advice: string;
}

/** The longest password that the service accepts. */
const maxLength = 72;
const maxSentences = 2;

const inGerman = Object.fromEntries(Object.entries(german).map(([name, words]) => [`${name}-de`, words]));
const dictionary = { ...common, ...english, ...inGerman };
/** Without translations its feedback consists of keys. */
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });

/** A name or an e-mail address, and its parts. */
const wordsOf = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter(Boolean);

function estimate({ password, personal, language }: StrengthRequest): Strength {
  const { strength, warnings, suggestions } = adviceTexts[language];
  const { score, feedback } = zxcvbn.check(password.slice(0, maxLength), personal.flatMap(wordsOf));
  const texts = [
    feedback.warning && warnings[feedback.warning as keyof typeof warnings],
    ...feedback.suggestions.map((key) => suggestions[key as keyof typeof suggestions]),
  ];
  return { score, label: strength[score], advice: texts.filter(Boolean).slice(0, maxSentences).join(' ') };
}

addEventListener('message', ({ data }: MessageEvent<StrengthRequest>) => postMessage(estimate(data)));
