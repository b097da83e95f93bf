import type { Language } from '../../platform/lib/languages.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { type Texts, textsIn } from '../texts/texts.ts';
import type { MailContent } from './transport.ts';

interface Recipient {
  name: string;
  language: Language | null;
}

interface Person {
  name: string;
  email: string;
}

/** @param link the page of the console that sets a new password; valid once, for 24 hours */
export function passwordResetMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, asked, openLink, link: label, notYou } = texts.mail.passwordReset;
  return renderMail(texts, to.name, subject, [asked, openLink, { link, label }, notYou]);
}

/** @param link the page of the console that sets a password, for an account whose password was chosen by somebody else */
export function choosePasswordMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, confirmed, link: label, expires } = texts.mail.choosePassword;
  return renderMail(texts, to.name, subject, [confirmed, { link, label }, expires]);
}

/** @param link the page of the console that asks for a reset link */
export function passwordChangedMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, changed, notYou, link: label } = texts.mail.passwordChanged;
  return renderMail(texts, to.name, subject, [changed, notYou, { link, label }]);
}

/** @param link the page of the console with the accounts */
export function accountEnabledMail(to: Recipient, account: Person, enabledBy: Person, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, enabled, disableAgain, link: label } = texts.mail.accountEnabled;
  const accountName = displayName(account.name);
  const shownAccount = accountName ? `${accountName} (${account.email})` : account.email;
  const sentence = enabled(shownAccount, displayName(enabledBy.name) || enabledBy.email);
  return renderMail(texts, to.name, subject, [sentence, disableAgain, { link, label }]);
}

/** @param link the page of the console that asks for a reset link */
export function twoFactorResetMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, reset, setUpAgain, link: label } = texts.mail.twoFactorReset;
  return renderMail(texts, to.name, subject, [reset, setUpAgain, { link, label }]);
}

/** @param link the page of the console with the passkeys */
export function passkeyAddedMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, added, notYou, link: label } = texts.mail.passkeyAdded;
  return renderMail(texts, to.name, subject, [added, notYou, { link, label }]);
}

/** @param link the page of the console with the passkeys */
export function passkeysRemovedMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, removed, addAgain, link: label } = texts.mail.passkeysRemoved;
  return renderMail(texts, to.name, subject, [removed, addAgain, { link, label }]);
}

/** @param link the sign-in page of the console */
export function accountConfirmedMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, confirmed, link: label } = texts.mail.accountConfirmed;
  return renderMail(texts, to.name, subject, [confirmed, { link, label }]);
}

/** @param link the page of the console that sets the first password; valid once */
export function accountInvitationMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, created, link: label, expires, notYou } = texts.mail.accountInvitation;
  return renderMail(texts, to.name, subject, [created, { link, label }, expires, notYou]);
}

/** @param link the page of the console that accepts the invitation; valid once */
export function grantInvitationMail(to: Recipient, principal: Person, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, invited, link: label, expires, notYou } = texts.mail.grantInvitation;
  const sentence = invited(displayName(principal.name) || principal.email);
  return renderMail(texts, to.name, subject, [sentence, { link, label }, expires, notYou]);
}

/** @param link the first page of the console */
export function testMail(to: Recipient, link: string): MailContent {
  const texts = textsIn(to.language);
  const { subject, sentence, link: label } = texts.mail.test;
  return renderMail(texts, to.name, subject, [sentence, { link, label }]);
}

type Paragraph = string | { link: string; label: string };

function renderMail(texts: Texts, name: string, subject: string, paragraphs: Paragraph[]): MailContent {
  const all: Paragraph[] = [texts.mail.hello(displayName(name)), ...paragraphs];
  const text = all.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n');
  const content = all.map((part) => `<p>${typeof part === 'string' ? escapeHtml(part) : anchor(part)}</p>`).join('\n');
  const html = `<!doctype html>\n<html lang="${texts.language}">\n<body>\n${content}\n</body>\n</html>\n`;
  return { subject, text: `${text}\n`, html };
}

const maxNameLength = 60;

/** What mail programs could show as a link: a slash, or a dot between letters or digits as in a domain. */
const possibleLink = /\/|[\p{L}\p{M}\p{N}][.\uFF0E\u3002\uFF61][\p{L}\p{N}][\p{L}\p{M}\p{N}]/u;

/**
 * A name on one line and of limited length: users choose their names and must not be able to add text to a mail.
 * @returns '' when the name could be shown as a link
 */
export function displayName(name: string): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  if (possibleLink.test(line)) return '';
  const characters = [...line];
  return characters.length > maxNameLength ? `${characters.slice(0, maxNameLength).join('')}…` : line;
}

const anchor = ({ link, label }: { link: string; label: string }): string =>
  `<a href="${escapeHtml(link)}">${escapeHtml(label)}</a><br>${escapeHtml(link)}`;
