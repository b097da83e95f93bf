import { randomUUID } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';

// Matched in linear time. Characters with a meaning in mail headers are excluded (header injection).
const localPart = /^[^\s\p{Cc}"(),:;<>@[\\\]]{1,64}$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

export const maxEmailLength = 254;

/** Whether a text looks like one deliverable address with a dotted domain. */
export function isEmail(text: string): boolean {
  const address = compose(text);
  if ([...address].length > maxEmailLength) return false;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const labels = domain.split('.');
  if (at < 1 || !localPart.test(local) || labels.length < 2) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return labels.every((label) => domainLabel.test(label)) && survivesIdna(lowerCase(domain));
}

/**
 * Whether a new account may have an address: nothing in it is invisible or changes the direction of writing, and its local part has
 * letters of scripts that are written together, because otherwise it can look like the address of somebody else.
 */
export function isNewEmail(text: string): boolean {
  const address = compose(text);
  return isEmail(address) && !invisible.test(address) && hasRelatedScripts(address.slice(0, address.lastIndexOf('@')));
}

/** U+2800 is a pattern of Braille without dots. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Ethiopic', 'Cherokee'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Mongolian', 'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul'],
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }));
const otherScript = new RegExp(
  `[\\p{L}--[\\p{Script=Common}\\p{Script=Inherited}${scripts.map(({ name }) => `\\p{Script=${name}}`).join('')}]]`,
  'v',
);
/** Unicode Technical Standard 39, Highly Restrictive. */
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

function hasRelatedScripts(text: string): boolean {
  const used = scripts.filter(({ letters }) => letters.test(text)).map(({ name }) => name);
  if (otherScript.test(text)) return used.length === 0;
  return used.length < 2 || writtenTogether.some((group) => used.every((name) => group.includes(name)));
}

/** Whether IDNA mapping keeps a domain: it maps full-width letters and ligatures to ASCII, which is another domain. */
function survivesIdna(domain: string): boolean {
  const mapped = domainToASCII(domain);
  return mapped === domain || domainToUnicode(mapped) === domain;
}

/**
 * Brings letters to their composed form (NFC), but for signs for which that is a character of ASCII, such as the Kelvin sign: the
 * address would become another one.
 */
const compose = (text: string): string => text.replace(/[^\u037e\u1fef\u212a]+/gu, (part) => part.normalize('NFC'));

/** The one form of an address, in which it is stored. */
export const emailForm = (email: string): string => compose(email.trim());

/**
 * The key under which an address is unique: its one form in lower case. Letters stay as they are that Unicode would map to ASCII, such
 * as the Turkish capital I with a dot, because two accounts would become one. An international domain has the same key in both of its
 * forms, because they are one mailbox.
 */
export function emailKey(email: string): string {
  const folded = lowerCase(emailForm(email));
  const at = folded.lastIndexOf('@');
  // A Greek word ends with another sigma, but not in capital letters.
  return folded.slice(0, at + 1).replaceAll('ς', 'σ') + decodedDomain(folded.slice(at + 1));
}

/** The key of earlier releases, in which ASCII letters alone are in lower case. Accounts may have it whose present key is another's. */
export function formerEmailKey(email: string): string {
  const folded = email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const at = folded.lastIndexOf('@');
  return folded.slice(0, at + 1) + decodedDomain(folded.slice(at + 1));
}

/** The Unicode form of a domain with xn-- labels, unless they encode nothing. */
const decodedDomain = (domain: string): string => (domain.includes('xn--') && domainToUnicode(domain)) || domain;

/** Lower case of letters beyond ASCII too, unless it would be ASCII. */
function lowerCase(text: string): string {
  const letters = Array.from(text, (character) => {
    const lower = character.toLowerCase();
    return character > '\x7f' && /[a-z]/.test(lower) ? character : lower;
  });
  return compose(letters.join(''));
}

// Message-IDs by which Callout knows mails of Callout when they come back, those of other installations too.

/** @param sender an address, or a name with an address in angle brackets @returns a new Message-ID in its domain */
export const newMessageId = (sender: string): string =>
  `<${randomUUID()}.callout@${/@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'}>`;

/** Whether a Message-ID is one of newMessageId(). */
export const isOwnMessageId = (messageId: string): boolean => /^<?[\da-f-]{36}\.callout@[^<>@\s]+>?$/i.test(messageId.trim());
