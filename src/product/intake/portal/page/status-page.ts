import type { Branding } from '../../../../platform/config/branding.ts';
import type { Language } from '../../../../platform/lib/languages.ts';
import type { ReporterView } from '../reporter-view.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { appointmentSection } from './appointment-section.ts';
import { html } from './html.ts';
import { objectHeader, renderPage } from './layout.ts';
import { messagesSection } from './messages-section.ts';
import { ratingSection } from './rating-section.ts';

/** Why a form of the page was not taken. */
export interface FormProblem {
  form: 'appointment' | 'messages' | 'rating';
  error: string;
  /** the text of the form, which is shown again */
  typed: string;
}

interface StatusPage {
  language: Language;
  branding: Branding;
  token: string;
  /** of the report */
  id: string;
  problem?: FormProblem;
}

/** The page that tells a reporter how far a report is. */
export function renderStatusPage({ language, branding, token, id, problem }: StatusPage, view: ReporterView): string {
  const { object, text, photos, created_at, state, reason, timezone, mails } = view;
  const texts = pageTexts[language];
  const { headline, sentence } = texts.states[state];
  // Without the time zone of the building, days of UTC: the service does not know where the reporter is.
  const timeZone = timezone ?? 'UTC';
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone }).format(new Date(created_at));
  const action = (form: FormProblem['form']) => `/r/${token}/${id}/${form}?lang=${language}`;
  const problemOf = (form: FormProblem['form']) => (problem?.form === form ? { problem } : {});
  const content = html`${objectHeader(object)}
<section class="state state-${state}">
<h1>${headline}</h1>
<p>${sentence}</p>
${reason !== '' && html`<p><strong>${texts.reason}:</strong> <span class="typed" dir="auto">${reason}</span></p>`}
</section>
${ratingSection({ ...view, language, action: action('rating'), ...problemOf('rating') })}
${appointmentSection({ ...view, language, action: action('appointment'), ...(problem?.form === 'appointment' && { error: problem.error }) })}
${messagesSection({ ...view, language, action: action('messages'), ...problemOf('messages') })}
${state === 'open' && html`<p>${texts.received}</p>`}
${mails === 'unconfirmed' && html`<p>${texts.mails.unconfirmed}</p>`}
${mails === 'on' && html`<p>${texts.mails.confirmed}</p>`}
<p>${texts.keepAddress}</p>
<p><button type="button" id="share" class="secondary" data-path="/r/${token}/${id}" data-copied="${texts.copied}" hidden>${texts.share}</button></p>
<p id="shared" class="hint" role="status"></p>
<h2>${texts.yourReport}</h2>
<p class="typed" dir="auto">${text}</p>
${photos.length > 0 && html`<ul class="previews">${photos.map(({ thumb_url }, index) => html`<li><img src="${thumb_url}" alt="${texts.photo} ${index + 1}"></li>`)}</ul>`}
<p class="hint"><time datetime="${created_at}">${texts.reportedOn(date)}</time></p>
<p><a href="/r/${token}?lang=${language}">${texts.another}</a></p>`;
  const { appointment, windows } = view.appointment;
  const isLocalized = timezone === null && (appointment !== null || windows.length > 0);
  const title = `${headline} – ${object.name}`;
  return renderPage({ language, branding, title, scripts: isLocalized ? ['share.js', 'times.js'] : ['share.js'], content });
}
