import { type Branding, productColor } from '../../platform/config/branding.ts';
import { lightestDarkBackground, readableOnDark } from '../../platform/lib/color.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { brandAttachments, brandLine } from '../mail/branding.ts';
import type { MailContent } from '../mail/transport.ts';
import type { MessageText } from './compose.ts';
import type { NotificationTexts } from './texts/en.ts';

// Many mail programs drop style sheets, so the light colors are attributes; those that keep the sheet show dark ones at night.
// Tables, because Outlook ignores widths and padding of other elements.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const wrap = 'overflow-wrap:anywhere;word-break:break-word';
const stylesOf = ({ color = productColor }: Branding) => ({
  page: `margin:0;padding:0;background:#f6f5f2;color:#1c1f1d;font-size:16px;line-height:1.5;${font};-webkit-text-size-adjust:100%`,
  brand: `padding:0 4px 12px;color:${color};font-size:15px;font-weight:700`,
  count: 'margin:0;padding:0 4px 12px;font-size:20px;line-height:1.3',
  card: 'background:#ffffff;border:1px solid #dedcd5;border-radius:10px;padding:0 20px',
  item: `padding:20px 0;${wrap}`,
  next: `padding:20px 0;border-top:1px solid #dedcd5;${wrap}`,
  what: `margin:0 0 2px;color:${color};font-size:14px;font-weight:600`,
  urgent: 'color:#b3261e',
  title: 'margin:0 0 8px;font-size:18px;line-height:1.35',
  sentence: 'margin:0 0 8px;white-space:pre-line',
  place: 'margin:0;color:#5b615d;font-size:14px',
  buttonColor: color,
  button: `background:${color};border-radius:8px`,
  buttonLink: 'display:inline-block;padding:10px 20px;color:#ffffff;font-weight:600;text-decoration:none',
  linkColor: `color:${linkColor(color)}`,
  link: `color:${linkColor(color)};font-weight:600`,
  foot: `padding:16px 4px 0;color:#5b615d;font-size:13px;${wrap}`,
});
type Styles = ReturnType<typeof stylesOf>;

/** The links of the product are a little darker than its accent. */
const linkColor = (color: string): string => (color === productColor ? '#0a5f51' : color);

const darkStyles = (accent = '#62c9b3', button = '#14806d') => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#141716!important;color:#eceae4!important}
.card{background:#1e2321!important;border-color:#363d39!important}
.next{border-color:#363d39!important}
.accent{color:${accent}!important}
.urgent{color:#ff9c90!important}
.muted{color:#a7aea9!important}
.button{background:${button}!important}
}`;
const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

interface Frame {
  /** the page where notifications are turned off */
  settings: string;
  branding: Branding;
}

/** A mail about one or several things. */
export function renderNotificationMail(
  texts: NotificationTexts,
  language: Language,
  messageTexts: MessageText[],
  { settings, branding }: Frame,
): MailContent {
  const styles = stylesOf(branding);
  const { color } = branding;
  const [first] = messageTexts;
  const isDigest = messageTexts.length > 1 || !first;
  const subject = isDigest ? texts.digestSubject(messageTexts.length) : first.headline;
  const text = [...messageTexts.map(textOf), '-- ', texts.settings, settings].join('\n');
  // Shown by lists of mails beside the subject.
  const preview = isDigest ? messageTexts.map(({ headline }) => headline).join(' · ') : first.lines.join(' · ');
  const rows = messageTexts
    .map((messageText, i) => messageRow(texts, messageText, { isDigest, isFirst: i === 0, styles }))
    .join('\n');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${color ? darkStyles(readableOnDark(color, lightestDarkBackground), color) : darkStyles()}</style>
</head>
<body class="page" style="${styles.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table} class="page" style="${styles.page}"><tr><td align="center" style="padding:24px 12px">
${table} style="max-width:560px;table-layout:fixed;text-align:left">
<tr><td class="accent" style="${styles.brand}">${brandLine(branding)}</td></tr>
${isDigest ? `<tr><td><h1 style="${styles.count}">${escapeHtml(subject)}</h1></td></tr>` : ''}
<tr><td class="card" style="${styles.card}">
${table} style="table-layout:fixed">
${rows}
</table>
</td></tr>
<tr><td class="muted" style="${styles.foot}">${escapeHtml(texts.settings)}<br>
<a class="accent" href="${escapeHtml(settings)}" style="${styles.linkColor}">${escapeHtml(settings)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html, ...brandAttachments(branding) };
}

const textOf = ({ headline, lines, link }: MessageText): string => `${[headline, ...lines, link].join('\n')}\n`;

function messageRow(
  { open }: NotificationTexts,
  { what, title, sentences, urgent, place, link }: MessageText,
  { isDigest, isFirst, styles }: { isDigest: boolean; isFirst: boolean; styles: Styles },
): string {
  const heading = isDigest ? 'h2' : 'h1';
  const mark = urgent && ` <span class="urgent" style="${styles.urgent}">· ${escapeHtml(urgent)}</span>`;
  const paragraphs = sentences.map((sentence) => `<p style="${styles.sentence}">${escapeHtml(sentence)}</p>`);
  return `<tr><td${isFirst ? '' : ' class="next"'} style="${isFirst ? styles.item : styles.next}">
<p class="accent" style="${styles.what}">${escapeHtml(what)}${mark}</p>
<${heading} style="${styles.title}">${escapeHtml(title)}</${heading}>
${paragraphs.join('\n')}
${place && `<p class="muted" style="${styles.place}">${escapeHtml(place)}</p>`}
${isDigest ? linkTo(link, open, styles) : buttonTo(link, open, styles)}
</td></tr>`;
}

const linkTo = (link: string, label: string, styles: Styles): string =>
  `<p style="margin:8px 0 0"><a class="accent" href="${escapeHtml(link)}" style="${styles.link}">${escapeHtml(label)}</a></p>`;

const buttonTo = (link: string, label: string, styles: Styles): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px"><tr><td class="button" bgcolor="${styles.buttonColor}" style="${styles.button}"><a href="${escapeHtml(link)}" style="${styles.buttonLink}">${escapeHtml(label)}</a></td></tr></table>`;
