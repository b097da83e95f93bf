import { escapeHtml } from '../../platform/lib/text.ts';

/** The content of a mail, as text and as HTML. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

interface Person {
  name: string;
  email: string;
}

/** @param link the page of the console that sets a new password; valid once, for 24 hours */
export function passwordResetMail(name: string, link: string): Mail {
  return renderMail(name, 'Choose a new password', [
    'Somebody, hopefully you, asked for a new password for your Callout account.',
    'Open this link within 24 hours to choose one. It works once, and earlier links are void.',
    { link, label: 'Choose a new password' },
    'If it was not you, you need not do anything: your password stays as it is.',
  ]);
}

/** @param link the page of the console that sets a password, for an account whose password was chosen by somebody else */
export function choosePasswordMail(name: string, link: string): Mail {
  return renderMail(name, 'Your account is confirmed', [
    'Your Callout account was confirmed. Choose a password of your own to sign in with this address.',
    { link, label: 'Choose a password' },
    'The link works once, for 24 hours. After that, use "Forgot your password?" on the sign-in page.',
  ]);
}

/** @param link the page of the console that asks for a reset link */
export function passwordChangedMail(name: string, link: string): Mail {
  return renderMail(name, 'Your password was changed', [
    'The password of your Callout account was changed, and all other sessions were ended.',
    'If it was not you, choose a new password now and tell the administrator.',
    { link, label: 'Choose a new password' },
  ]);
}

/** @param link the page of the console with the accounts */
export function accountEnabledMail(name: string, account: Person, enabledBy: Person, link: string): Mail {
  const accountName = displayName(account.name);
  const label = accountName ? `${accountName} (${account.email})` : account.email;
  return renderMail(name, 'An account was enabled again', [
    `The account of ${label}, which you had disabled, was enabled by ${displayName(enabledBy.name) || enabledBy.email}.`,
    'Disable it again if that is wrong.',
    { link, label: 'Show the accounts' },
  ]);
}

/** @param link the page of the console that asks for a reset link */
export function twoFactorResetMail(name: string, link: string): Mail {
  return renderMail(name, 'Two-factor authentication was switched off', [
    'An administrator has switched off two-factor authentication for your Callout account. Signing in takes only your password now.',
    'You can set it up again in your account settings. If you did not ask for this, choose a new password now and tell the administrator.',
    { link, label: 'Choose a new password' },
  ]);
}

/** @param link the sign-in page of the console */
export function accountConfirmedMail(name: string, link: string): Mail {
  return renderMail(name, 'Your account is confirmed', [
    'Your Callout account was confirmed. You can sign in with this address and the password that was chosen with it.',
    { link, label: 'Sign in' },
  ]);
}

type Paragraph = string | { link: string; label: string };

function renderMail(name: string, subject: string, paragraphs: Paragraph[]): Mail {
  const shownName = displayName(name);
  const all: Paragraph[] = [shownName ? `Hello ${shownName},` : 'Hello,', ...paragraphs];
  const text = all.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n');
  const html = all.map((part) => `<p>${typeof part === 'string' ? escapeHtml(part) : anchor(part)}</p>`).join('\n');
  return { subject, text: `${text}\n`, html: `<!doctype html>\n<html lang="en">\n<body>\n${html}\n</body>\n</html>\n` };
}

const maxNameLength = 60;

/** What mail programs could show as a link: a slash, or a dot between letters or digits as in a domain. */
const possibleLink = /\/|[\p{L}\p{M}\p{N}][.\uFF0E\u3002\uFF61][\p{L}\p{N}][\p{L}\p{M}\p{N}]/u;

/**
 * A name on one line and of limited length: users choose their names and must not be able to add text to a mail.
 * @returns '' when the name could be shown as a link
 */
function displayName(name: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  if (possibleLink.test(line)) return '';
  const characters = [...line];
  return characters.length > maxNameLength ? `${characters.slice(0, maxNameLength).join('')}…` : line;
}

const anchor = ({ link, label }: { link: string; label: string }): string =>
  `<a href="${escapeHtml(link)}">${escapeHtml(label)}</a><br>${escapeHtml(link)}`;
