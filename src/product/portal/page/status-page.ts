import type { Branding } from '../../../platform/config/branding.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { ReporterView } from '../queries.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { appointmentSection } from './appointment-section.ts';
import { html } from './html.ts';
import { objectHeader, renderPage } from './layout.ts';

interface StatusPage {
  language: Language;
  branding: Branding;
  token: string;
  /** of the report */
  id: string;
  /** why an answer was not taken */
  error?: string;
}

/** The page that tells a reporter how far a report is. */
export function renderStatusPage({ language, branding, token, id, error }: StatusPage, view: ReporterView): string {
  const { object, text, created_at, state, reason, timezone } = view;
  const texts = pageTexts[language];
  const { headline, sentence } = texts.states[state];
  // Without the time zone of the building, days of UTC: the service does not know where the reporter is.
  const timeZone = timezone ?? 'UTC';
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone }).format(new Date(created_at));
  const action = `/r/${token}/${id}/appointment?lang=${language}`;
  const content = html`${objectHeader(object)}
<section class="state state-${state}">
<h1>${headline}</h1>
<p>${sentence}</p>
${reason !== '' && html`<p><strong>${texts.reason}:</strong> <span class="typed" dir="auto">${reason}</span></p>`}
</section>
${appointmentSection({ ...view, language, action, ...(error !== undefined && { error }) })}
${state === 'open' && html`<p>${texts.received}</p>`}
<p>${texts.keepAddress}</p>
<h2>${texts.yourReport}</h2>
<p class="typed" dir="auto">${text}</p>
<p class="hint"><time datetime="${created_at}">${texts.reportedOn(date)}</time></p>
<p><a href="/r/${token}?lang=${language}">${texts.another}</a></p>`;
  const { appointment, windows } = view.appointment;
  const isLocalized = timezone === null && (appointment !== null || windows.length > 0);
  const title = `${headline} – ${object.name}`;
  return renderPage({ language, branding, title, ...(isLocalized && { script: 'times.js' }), content });
}
