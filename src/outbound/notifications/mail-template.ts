import type { Language } from '../../platform/lib/languages.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { Story } from './compose.ts';
import type { NotificationTexts } from './texts/en.ts';

interface Mail {
  subject: string;
  text: string;
  html: string;
}

// Many mail programs drop style sheets, so the light colors are attributes; those that keep the sheet show dark ones at night.
// Tables, because Outlook ignores widths and padding of other elements.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const wrap = 'overflow-wrap:anywhere;word-break:break-word';
const styles = {
  page: `margin:0;padding:0;background:#f6f5f2;color:#1c1f1d;font-size:16px;line-height:1.5;${font};-webkit-text-size-adjust:100%`,
  brand: 'padding:0 4px 12px;color:#0b6a5a;font-size:15px;font-weight:700',
  count: 'margin:0;padding:0 4px 12px;font-size:20px;line-height:1.3',
  card: 'background:#ffffff;border:1px solid #dedcd5;border-radius:10px;padding:0 20px',
  story: `padding:20px 0;${wrap}`,
  next: `padding:20px 0;border-top:1px solid #dedcd5;${wrap}`,
  what: 'margin:0 0 2px;color:#0b6a5a;font-size:14px;font-weight:600',
  urgent: 'color:#b3261e',
  title: 'margin:0 0 8px;font-size:18px;line-height:1.35',
  sentence: 'margin:0 0 8px;white-space:pre-line',
  place: 'margin:0;color:#5b615d;font-size:14px',
  button: 'background:#0b6a5a;border-radius:8px',
  buttonLink: 'display:inline-block;padding:10px 20px;color:#ffffff;font-weight:600;text-decoration:none',
  link: 'color:#0a5f51;font-weight:600',
  foot: `padding:16px 4px 0;color:#5b615d;font-size:13px;${wrap}`,
};
const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#141716!important;color:#eceae4!important}
.card{background:#1e2321!important;border-color:#363d39!important}
.next{border-color:#363d39!important}
.accent{color:#62c9b3!important}
.urgent{color:#ff9c90!important}
.muted{color:#a7aea9!important}
.button{background:#14806d!important}
}`;
const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** A mail about one or several things. @param settings the page where notifications are turned off */
export function renderNotificationMail(texts: NotificationTexts, language: Language, stories: Story[], settings: string): Mail {
  const [first] = stories;
  const isDigest = stories.length > 1 || !first;
  const subject = isDigest ? texts.digestSubject(stories.length) : first.headline;
  const text = [...stories.map(textOf), '-- ', texts.settings, settings].join('\n');
  // Shown by lists of mails beside the subject.
  const preview = isDigest ? stories.map(({ headline }) => headline).join(' · ') : first.lines.join(' · ');
  const rows = stories.map((story, i) => storyRow(texts, story, { isDigest, isFirst: i === 0 })).join('\n');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="${styles.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table} class="page" style="${styles.page}"><tr><td align="center" style="padding:24px 12px">
${table} style="max-width:560px;table-layout:fixed;text-align:left">
<tr><td class="accent" style="${styles.brand}">Callout</td></tr>
${isDigest ? `<tr><td><h1 style="${styles.count}">${escapeHtml(subject)}</h1></td></tr>` : ''}
<tr><td class="card" style="${styles.card}">
${table} style="table-layout:fixed">
${rows}
</table>
</td></tr>
<tr><td class="muted" style="${styles.foot}">${escapeHtml(texts.settings)}<br>
<a class="accent" href="${escapeHtml(settings)}" style="color:#0a5f51">${escapeHtml(settings)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

const textOf = ({ headline, lines, link }: Story): string => `${[headline, ...lines, link].join('\n')}\n`;

function storyRow(
  { open }: NotificationTexts,
  { what, title, sentences, urgent, place, link }: Story,
  { isDigest, isFirst }: { isDigest: boolean; isFirst: boolean },
): string {
  const heading = isDigest ? 'h2' : 'h1';
  const mark = urgent && ` <span class="urgent" style="${styles.urgent}">· ${escapeHtml(urgent)}</span>`;
  const paragraphs = sentences.map((sentence) => `<p style="${styles.sentence}">${escapeHtml(sentence)}</p>`);
  return `<tr><td${isFirst ? '' : ' class="next"'} style="${isFirst ? styles.story : styles.next}">
<p class="accent" style="${styles.what}">${escapeHtml(what)}${mark}</p>
<${heading} style="${styles.title}">${escapeHtml(title)}</${heading}>
${paragraphs.join('\n')}
${place && `<p class="muted" style="${styles.place}">${escapeHtml(place)}</p>`}
${isDigest ? linkTo(link, open) : buttonTo(link, open)}
</td></tr>`;
}

const linkTo = (link: string, label: string): string =>
  `<p style="margin:8px 0 0"><a class="accent" href="${escapeHtml(link)}" style="${styles.link}">${escapeHtml(label)}</a></p>`;

const buttonTo = (link: string, label: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px"><tr><td class="button" bgcolor="#0b6a5a" style="${styles.button}"><a href="${escapeHtml(link)}" style="${styles.buttonLink}">${escapeHtml(label)}</a></td></tr></table>`;
