import type { Language } from '../../../platform/lib/languages.ts';
import type { ReporterView } from '../queries.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { html } from './html.ts';
import { objectHeader, renderPage } from './layout.ts';

/** The page that tells a reporter how far a report is. */
export function renderStatusPage(
  language: Language,
  token: string,
  { object, text, created_at, state, reason }: ReporterView,
): string {
  const texts = pageTexts[language];
  const { headline, sentence } = texts.states[state];
  // Days of UTC: the service does not know where the reporter is.
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(created_at));
  const content = html`${objectHeader(object)}
<section class="state state-${state}">
<h1>${headline}</h1>
<p>${sentence}</p>
${reason !== '' && html`<p><strong>${texts.reason}:</strong> <span class="typed" dir="auto">${reason}</span></p>`}
</section>
${state === 'open' && html`<p>${texts.received}</p>`}
<p>${texts.keepAddress}</p>
<h2>${texts.yourReport}</h2>
<p class="typed" dir="auto">${text}</p>
<p class="hint"><time datetime="${created_at}">${texts.reportedOn(date)}</time></p>
<p><a href="/r/${token}?lang=${language}">${texts.another}</a></p>`;
  return renderPage({ language, title: `${headline} – ${object.name}`, content });
}
