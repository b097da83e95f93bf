import type { Branding } from '../../../../platform/config/branding.ts';
import type { Language } from '../../../../platform/lib/languages.ts';
import type { MailState } from '../reporter-mail.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { html } from './html.ts';
import { renderPage } from './layout.ts';

interface MailPage {
  language: Language;
  branding: Branding;
  key: string;
  state: MailState;
  /** it was opened by the link that ends the mails */
  wantsToEnd: boolean;
}

/** The page on which a reporter confirms the address, or ends the mails. It tells nothing of the report. */
export function renderMailPage({ language, branding, key, state, wantsToEnd }: MailPage): string {
  const { mails: words } = pageTexts[language];
  const button = (name: 'confirm' | 'end', text: string) =>
    html`<form method="post" action="/r/mail/${key}/${name}?lang=${language}"><button type="submit">${text}</button></form>`;
  const sentence = {
    none: words.ended,
    unconfirmed: words.question,
    on: wantsToEnd ? words.endQuestion : words.confirmed,
    ended: words.ended,
  }[state];
  const content = html`<h1>${words.heading}</h1>
<p>${sentence}</p>
${state === 'unconfirmed' && !wantsToEnd && button('confirm', words.confirm)}
${(state === 'on' || (state === 'unconfirmed' && wantsToEnd)) && button('end', words.end)}
${state === 'ended' && button('confirm', words.again)}`;
  return renderPage({ language, branding, title: words.heading, content });
}

/** The page for a link of a mail about a report that was deleted. */
export function renderMailGone(language: Language, branding: Branding): string {
  const { gone } = pageTexts[language].mails;
  const content = html`<h1>${gone.heading}</h1>
<p>${gone.sentence}</p>`;
  return renderPage({ language, branding, title: gone.heading, content });
}
