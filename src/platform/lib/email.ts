import { domainToASCII, domainToUnicode } from 'node:url';

// One linear pass per part, so that no input can make it slow. It refuses what a mail
// header could be bent with (blanks, controls, quotes, brackets, separators).
const localPart = /^[^\s\p{Cc}"(),:;<>@[\\\]]{1,64}$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

export const maxEmailLength = 254;

/** Whether a text looks like one deliverable address with a dotted domain. */
export function isEmail(text: string): boolean {
  if ([...text].length > maxEmailLength) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  if (at < 1 || !localPart.test(local) || labels.length < 2) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return labels.every((label) => domainLabel.test(label)) && isItself(emailKey(text.slice(at + 1)));
}

/**
 * Whether mail for a domain goes to that domain. On its way it is mapped (IDNA): full width
 * letters, ligatures and the like become ASCII ones, and the mail arrives at somebody else's.
 */
function isItself(domain: string): boolean {
  const mapped = domainToASCII(domain);
  return mapped === domain || domainToUnicode(mapped) === domain;
}

/**
 * The identity of an address: trimmed, ASCII letters lowered and nothing else.
 * Foreign letters keep their case: a database's lower() would fold some of them onto
 * ASCII ones and make two people the same.
 */
export function emailKey(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
