import type { Language } from '../../../platform/lib/languages.ts';
import type { LeftOutFile } from './pictures.ts';
import { intakeTexts } from './texts/texts.ts';

const maxShownName = 60;
const maxShownFiles = 5;

interface TextParts {
  language: Language;
  text: string;
  leftOut: readonly LeftOutFile[];
  minLength: number;
  maxLength: number;
}

/** The text of a report or a comment: that of the mail, and what was left out of it. */
export function composeText({ language, text, leftOut, minLength, maxLength }: TextParts): string {
  const texts = intakeTexts[language];
  const files = leftOut.slice(0, maxShownFiles).map(({ name, why }) => `${shorten(name, maxShownName)} (${texts.why[why]})`);
  const others = leftOut.length > maxShownFiles ? [`+${leftOut.length - maxShownFiles}`] : [];
  const omitted = leftOut.length > 0 ? `\n\n${texts.omitted([...files, ...others].join(', '))}` : '';
  const said = text === '' ? texts.noText : text;
  const all = `${said}${omitted}`;
  if ([...all].length <= maxLength) return [...all].length < minLength ? `${all}\n\n${texts.noText}` : all;
  const notes = `\n\n${texts.cut}${omitted}`;
  return `${shorten(said, maxLength - [...notes].length).trimEnd()}${notes}`;
}

/** Cuts a text between characters, not inside of one. */
const shorten = (text: string, maxLength: number): string => [...text].slice(0, maxLength).join('');

/** The subject says what the text of a mail does not repeat. */
export function withSubject(subject: string, text: string): string {
  const stripped = subject.replace(/^\s*((re|aw|odp|fwd?|wg|pd)\s*:\s*)+/i, '').trim();
  return stripped === '' || text.startsWith(stripped) ? text : `${stripped}\n\n${text}`.trim();
}

/** The name and the address of a sender. */
export function contactOf({ name, from }: { name: string; from: string }, maxLength: number): string {
  const contact = name === '' || name === from ? from : `${name} <${from}>`;
  return [...contact].length <= maxLength ? contact : shorten(from, maxLength);
}
