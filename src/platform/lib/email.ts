import { domainToASCII, domainToUnicode } from 'node:url';

// Matched in linear time. Characters with a meaning in mail headers are excluded (header injection).
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
  return labels.every((label) => domainLabel.test(label)) && survivesIdna(asciiLowerCase(text.slice(at + 1)));
}

/** Whether IDNA mapping keeps a domain: it maps full-width letters and ligatures to ASCII, which is another domain. */
function survivesIdna(domain: string): boolean {
  const mapped = domainToASCII(domain);
  return mapped === domain || domainToUnicode(mapped) === domain;
}

/**
 * The key under which an address is unique: trimmed, with ASCII letters in lower case. Other letters keep their case,
 * because Unicode maps some of them to ASCII letters, which would make two accounts one. An international domain has the
 * same key in both of its forms, because they are one mailbox.
 */
export function emailKey(email: string): string {
  const folded = asciiLowerCase(email.trim());
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // The Unicode form of xn-- labels; empty when they encode nothing.
  const decoded = domain.includes('xn--') ? domainToUnicode(domain) : '';
  return decoded === '' ? folded : folded.slice(0, at + 1) + decoded;
}

const asciiLowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
