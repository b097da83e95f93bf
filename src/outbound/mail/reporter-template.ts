import { type Branding, productColor } from '../../platform/config/branding.ts';
import { lightestDarkBackground, readableOnDark } from '../../platform/lib/color.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { textsIn } from '../texts/texts.ts';
import { displayName } from './templates.ts';
import type { MailContent } from './transport.ts';

// Mails to people without an account, who have to know at a glance what to press. Many mail programs drop style sheets, so the light colors
// are attributes; the button is a table, because Outlook ignores the padding of other elements.

type Color = Branding['color'];

interface Link {
  link: string;
  label: string;
}

/** @param place the object @param link the page that confirms the address */
export function reportConfirmationMail(language: Language, place: string, link: string, color: Color): MailContent {
  const { subject, asked, link: label, notYou } = textsIn(language).mail.reportConfirmation;
  return renderReporterMail(language, {
    subject,
    sentences: [asked(displayName(place))],
    button: { link, label },
    foot: [notYou],
    color,
  });
}

/** One step of a report, for its reporter. */
interface ReportStep {
  place: string;
  headline: string;
  sentences: string[];
  /** of the report; undefined: its object has no page any more */
  page: string | undefined;
  /** the page that ends these mails */
  end: string;
  /** of the installation; undefined: that of the product */
  color: Color;
}

/** Notifies somebody without an account of the state of a report. */
export function reportStepMail(language: Language, { place, headline, sentences, page, end, color }: ReportStep): MailContent {
  const { subject, link, end: why, endLink } = textsIn(language).mail.reportStep;
  return renderReporterMail(language, {
    subject: subject(headline, displayName(place)),
    sentences,
    ...(page !== undefined && { button: { link: page, label: link } }),
    foot: [why, { link: end, label: endLink }],
    color,
  });
}

interface ReporterMail {
  subject: string;
  sentences: readonly string[];
  button?: Link;
  /** below the button, smaller */
  foot: readonly (string | Link)[];
  color: Color;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const wrap = 'overflow-wrap:anywhere;word-break:break-word';
const muted = 'margin:0 0 8px;color:#5b615d;font-size:13px';

function renderReporterMail(language: Language, { subject, sentences, button, foot, color }: ReporterMail): MailContent {
  const said = [textsIn(language).mail.hello(''), ...sentences];
  const parts = [...said, ...(button ? [button] : []), ...foot];
  const text = parts.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n');
  const paragraphs = said.map((sentence) => `<p style="margin:0 0 12px">${escapeHtml(sentence)}</p>`);
  const small = foot.map(
    (part) => `<p class="muted" style="${muted}">${typeof part === 'string' ? escapeHtml(part) : anchor(part)}</p>`,
  );
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet(color)}</style>
</head>
<body>
<div class="text" style="max-width:560px;color:#1c1f1d;font-size:16px;line-height:1.5;${font};${wrap}">
${[...paragraphs, ...(button ? [buttonTo(button, color ?? productColor)] : []), ...small].join('\n')}
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

/** What mail programs show at night that keep style sheets. */
const styleSheet = (color: Color): string => `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{${font}}
@media (prefers-color-scheme:dark){
.text{color:#eceae4!important}
.muted{color:#a7aea9!important}
.accent{color:${color ? readableOnDark(color, lightestDarkBackground) : '#62c9b3'}!important}
.button{background:${color ?? '#14806d'}!important}
}`;

/** The address is below the button as well: it shows where the button leads, and can be copied. */
const buttonTo = ({ link, label }: Link, color: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0"><tr><td class="button" style="background:${color};border-radius:8px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="muted" style="${muted};margin-bottom:20px">${escapeHtml(link)}</p>`;

const anchor = ({ link, label }: Link): string =>
  `<a class="accent" href="${escapeHtml(link)}" style="color:#0a5f51">${escapeHtml(label)}</a>`;
