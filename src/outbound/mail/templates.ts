// What people read in their mail: a subject, and the same words as text and as HTML.

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** @param link the console's page with the token; valid for 24 hours, once */
export function resetLetter(name: string, link: string): Letter {
  return letter(name, 'Choose a new password', [
    'Somebody, hopefully you, asked for a new password for your Callout account.',
    'Open this link within 24 hours to choose one. It works once, and earlier links are void.',
    { link, label: 'Choose a new password' },
    'If it was not you, you need not do anything: your password stays as it is.',
  ]);
}

/** @param link the console's login */
export function confirmationLetter(name: string, link: string): Letter {
  return letter(name, 'Your account is confirmed', [
    'Your Callout account was confirmed. You can sign in with this address and the password that was chosen with it.',
    { link, label: 'Sign in' },
  ]);
}

type Paragraph = string | { link: string; label: string };

function letter(name: string, subject: string, paragraphs: Paragraph[]): Letter {
  const all: Paragraph[] = [`Hello ${oneLine(name)},`, ...paragraphs];
  const text = all.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n');
  const html = all.map((part) => `<p>${typeof part === 'string' ? escaped(part) : anchor(part)}</p>`).join('\n');
  return { subject, text: `${text}\n`, html: `<!doctype html>\n<html lang="en">\n<body>\n${html}\n</body>\n</html>\n` };
}

const longestName = 60;

/** A name is somebody else's text: it must not look like a part of the letter. */
function oneLine(name: string): string {
  const letters = [...name.replaceAll(/[\s\p{C}]+/gu, ' ').trim()];
  return letters.length > longestName ? `${letters.slice(0, longestName).join('')}…` : letters.join('');
}

const anchor = ({ link, label }: { link: string; label: string }): string =>
  `<a href="${escaped(link)}">${escaped(label)}</a><br>${escaped(link)}`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
