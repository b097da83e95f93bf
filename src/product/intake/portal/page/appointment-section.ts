import { limits } from '../../../../platform/http/schemas.ts';
import type { Language } from '../../../../platform/lib/languages.ts';
import type { OfferedWindow } from '../../../tickets/appointments/schemas.ts';
import type { ReporterView } from '../reporter-view.ts';
import type { PageTexts } from '../texts/en.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { type Html, html } from './html.ts';

interface AppointmentSection extends Pick<ReporterView, 'appointment' | 'timezone'> {
  language: Language;
  /** where the answer is sent to */
  action: string;
  /** why an answer was not taken */
  error?: string;
}

/** The appointment of a report, or the times that can be chosen; undefined: there is neither. */
export function appointmentSection(section: AppointmentSection): Html | undefined {
  const { language, appointment: given, error, timezone } = section;
  const { appointment, windows, has_declined } = given;
  const texts = pageTexts[language];
  const words = texts.appointment;
  const answer = appointment?.answer ?? null;
  const isEmpty = !appointment && windows.length === 0 && !has_declined;
  if (isEmpty) return error === undefined ? undefined : html`<p class="error" role="alert">${error}</p>`;
  const zone = timezone ?? 'UTC';
  const show = (window: OfferedWindow) => time(window, texts, zone, timezone === null);
  return html`<section class="appointment" aria-labelledby="appointment">
<h2 id="appointment">${words.heading}</h2>
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
${appointment !== null && html`<p><strong>${show(appointment)}</strong></p>`}
${(appointment || windows.length > 0) && html`<p class="hint"${timezone === null && html` data-timezone-hint`}>${words.timezone(zone)}</p>`}
${answer !== null && html`<p>${words[answer]}</p>`}
${has_declined && windows.length === 0 && html`<p>${words.declinedAll}</p>`}
${windows.length > 0 && choiceForm(section, texts, show)}
${appointment !== null && windows.length === 0 && answerForm(section, appointment, texts)}
</section>`;
}

/** What a form sends for a time. */
const fieldValue = ({ from, to }: OfferedWindow): string => `${from} ${to}`;

/** @param isLocalized a script may show it in the time zone of the browser, because nobody knows that of the building */
function time({ from, to }: OfferedWindow, { locale }: PageTexts, timeZone: string, isLocalized: boolean): Html {
  const format = new Intl.DateTimeFormat(locale, {
    ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    timeZone,
  });
  const text = format.formatRange(new Date(from), new Date(to));
  return html`<time datetime="${from}"${isLocalized && html` data-to="${to}"`}>${text}</time>`;
}

function choiceForm(
  { appointment: { windows }, action }: AppointmentSection,
  { appointment: words }: PageTexts,
  show: (window: OfferedWindow) => Html,
): Html {
  const [first] = windows;
  return html`<form method="post" enctype="multipart/form-data" action="${action}">
<input type="hidden" name="declines" value="${first && fieldValue(first)}">
<fieldset>
<legend>${words.question}</legend>
<div class="choices times">
${windows.map((window) => html`<label class="choice"><input type="radio" name="window" value="${fieldValue(window)}" required> <span>${show(window)}</span></label>`)}
</div>
</fieldset>
${noteField(words)}
<button type="submit" name="answer" value="accepted">${words.choose}</button>
<button type="submit" class="secondary" name="answer" value="declined" formnovalidate>${words.declineAll}</button>
</form>`;
}

function answerForm({ action }: AppointmentSection, appointment: AppointmentTime, { appointment: words }: PageTexts): Html {
  return html`<form method="post" enctype="multipart/form-data" action="${action}">
<input type="hidden" name="window" value="${fieldValue(appointment)}">
${appointment.answer === null && html`<p>${words.fits}</p>`}
${noteField(words)}
${appointment.answer !== 'accepted' && html`<button type="submit" name="answer" value="accepted">${words.accept}</button>`}
${appointment.answer !== 'declined' && html`<button type="submit" class="secondary" name="answer" value="declined">${words.decline}</button>`}
</form>`;
}

type AppointmentTime = NonNullable<ReporterView['appointment']['appointment']>;

const noteField = (words: PageTexts['appointment']): Html => html`<div class="field">
<label for="note">${words.note}</label>
<textarea id="note" name="note" rows="2" maxlength="${limits.reason}" dir="auto" aria-describedby="note-hint"></textarea>
<p id="note-hint" class="hint">${words.noteHint}</p>
</div>`;
