import type { Branding } from '../../../../platform/config/branding.ts';
import { type Language, languages } from '../../../../platform/lib/languages.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { type AssetName, assetPath } from './assets.ts';
import { brandHeader, brandStylesLink } from './brand.ts';
import { type Html, html } from './html.ts';

interface Layout {
  language: Language;
  branding: Branding;
  /** of the browser window */
  title: string;
  scripts?: AssetName[];
  content: Html;
}

/** A public page as a whole. */
export function renderPage({ language, branding, title, scripts = [], content }: Layout): string {
  const texts = pageTexts[language];
  const { text } = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetPath('portal.css')}">
${brandStylesLink(branding)}
${scripts.map((script) => html`<script type="module" src="${assetPath(script)}"></script>`)}
</head>
<body>
${brandHeader(branding)}
<main>
${content}
</main>
<footer>
<nav aria-label="${texts.languageSwitch}">
${languages.map((one) =>
  one === language
    ? html`<span aria-current="true" lang="${one}">${pageTexts[one].languageName}</span> `
    : html`<a href="?lang=${one}" lang="${one}" hreflang="${one}">${pageTexts[one].languageName}</a> `,
)}
</nav>
</footer>
</body>
</html>
`;
  return `<!doctype html>\n${text}`;
}

/** The page for an address that is not valid, or not any more. */
export function renderGone(language: Language, branding: Branding): string {
  const { gone } = pageTexts[language];
  const content = html`<h1>${gone.heading}</h1>
<p>${gone.sentence}</p>`;
  return renderPage({ language, branding, title: gone.heading, content });
}

/** The object as the heading of a page. */
export const objectHeader = ({ name, address }: { name: string; address: string }): Html => html`<header>
<p class="object" dir="auto">${name}</p>
<p class="address" dir="auto">${address}</p>
</header>`;
