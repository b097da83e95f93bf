import type { Reporter } from './schemas.ts';

const address = /[^\s,;:<>()@]+@[^\s,;:<>()@]+\.[^\s,;:<>()@]*[^\s,;:<>()@.]/;
const number = /\+?\(?\d(?:[\s()/.-]{0,3}\d){4,19}/;

/**
 * Finds a phone number and an address in what a reporter has written about how to be reached. The rest is taken for the name, so
 * nothing but separators is lost.
 */
export function parseContact({ contact, email }: { contact: string; email: string }): Reporter {
  const written = address.exec(contact)?.[0] ?? '';
  const shown = email || written;
  const withoutAddress = written === shown ? contact.replace(written, ' ') : contact;
  const phone = number.exec(withoutAddress)?.[0] ?? '';
  const name = withoutAddress
    .replace(phone, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:/|<>()-]+|[\s,;:/|<>(-]+$/g, '');
  return { name, phone, email: shown };
}
