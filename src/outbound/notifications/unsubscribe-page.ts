import type { Language } from '../../platform/lib/languages.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { notificationTextsIn } from './texts/texts.ts';

/** A form that sends itself to its own address, and nothing else. */
export const unsubscribePageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: 'Accept-Language',
};

/** The page of a mail program that opens the address of List-Unsubscribe in a browser. Only its button turns anything off. */
export function renderUnsubscribePage(language: Language): string {
  const { question, button } = notificationTextsIn(language).unsubscribe;
  return renderPage(language, question, `<form method="post"><button>${escapeHtml(button)}</button></form>`);
}

/** @returns the page after the button */
export const renderUnsubscribedPage = (language: Language): string =>
  renderPage(language, notificationTextsIn(language).unsubscribe.done, '');

const renderPage = (language: Language, sentence: string, form: string): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Callout</title>
<h1>Callout</h1>
<p>${escapeHtml(sentence)}</p>
${form}
</html>
`;
