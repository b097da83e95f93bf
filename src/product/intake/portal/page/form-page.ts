import type { Branding } from '../../../../platform/config/branding.ts';
import { limits } from '../../../../platform/http/schemas.ts';
import { maxEmailLength } from '../../../../platform/lib/email.ts';
import type { Language } from '../../../../platform/lib/languages.ts';
import { labelsIn } from '../../../tickets/labels/labels.ts';
import { type Category, categories } from '../../../tickets/tables.ts';
import { maxReportPhotos, reportLimits } from '../schemas.ts';
import type { PageTexts } from '../texts/en.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { assetPath } from './assets.ts';
import { type Html, html } from './html.ts';
import { objectHeader, renderPage } from './layout.ts';

/** What is typed already, by field. */
export type TypedFields = Readonly<Partial<Record<'text' | 'category' | 'floor' | 'contact' | 'email', string>>>;

interface FormPage {
  language: Language;
  branding: Branding;
  token: string;
  object: { name: string; address: string };
  /** of which the console has a page */
  equipment: { id: number } | null;
  announcements: readonly { text: string }[];
  open: Readonly<Record<Category, number>>;
  /** of a form that is sent without a script */
  formTicket: string;
  typed?: TypedFields;
  /** why the form was not accepted */
  error?: string;
  /** of a photo */
  maxPhotoBytes: number;
  /** mails can be sent */
  takesEmail: boolean;
}

/** The page on which a problem is reported. It works without its script, for one photo. */
export function renderFormPage(page: FormPage): string {
  const { language, branding, object } = page;
  const texts = pageTexts[language];
  const content = html`${objectHeader(object)}
${announced(page, texts)}
<h1>${texts.heading}</h1>
${alreadyReported(page, texts)}
${form(page, texts)}
<p class="note">${texts.privacy}</p>
${consoleLink(page, texts)}`;
  return renderPage({ language, branding, title: `${texts.heading} – ${object.name}`, scripts: ['portal.js'], content });
}

/** For people with an account; the script puts it first where somebody is signed in to the console. */
function consoleLink({ equipment }: FormPage, texts: PageTexts): Html | undefined {
  if (!equipment) return undefined;
  return html`<p class="note" id="console-link"><a href="/app/equipment/${equipment.id}">${texts.openInConsole}</a></p>`;
}

function announced({ announcements }: FormPage, texts: PageTexts): Html | undefined {
  if (announcements.length === 0) return undefined;
  return html`<section class="announcements" aria-label="${texts.announcements}">
${announcements.map(({ text }) => html`<p class="typed" dir="auto">${text}</p>`)}
</section>`;
}

function alreadyReported({ open, language }: FormPage, texts: PageTexts): Html | undefined {
  const reported = categories.filter((category) => open[category] > 0);
  if (reported.length === 0) return undefined;
  const names = labelsIn[language].category;
  return html`<section class="reported" aria-labelledby="reported">
<p id="reported">${texts.alreadyReported}</p>
<ul>${reported.map((category) => html`<li>${names[category]}: ${texts.open(open[category])}</li>`)}</ul>
<p class="hint">${texts.alreadyReportedHint}</p>
</section>`;
}

function form({ language, token, formTicket, typed = {}, error, maxPhotoBytes, takesEmail }: FormPage, texts: PageTexts): Html {
  const { errors } = texts;
  return html`<form id="report" method="post" enctype="multipart/form-data" action="/r/${token}?lang=${language}" data-portal="/ext/portal/${token}"
data-worker="${assetPath('solve.js')}" data-photo-script="${assetPath('photos.js')}" data-language="${language}" data-max-photos="${maxReportPhotos}" data-max-bytes="${maxPhotoBytes}" data-photos="${texts.photos}" data-sending="${texts.sending}" data-remove="${texts.remove}"
data-error-invalid="${errors.invalid}" data-error-photo="${errors.photo}" data-error-proof="${errors.proof}" data-error-too-many="${errors.tooMany}" data-error-email="${errors.email}" data-error-sent="${errors.sent}"
data-error-failed="${errors.failed}" data-error-offline="${errors.offline}" data-error-gone="${texts.gone.heading}"
data-error-heic="${errors.heic}" data-error-photo-too-large="${errors.photoTooLarge}" data-error-too-many-photos="${errors.tooManyPhotos(maxReportPhotos)}">
<p id="error" class="error" role="alert"${!error && html` hidden`}>${error}</p>
<div class="field">
<label for="photo">${texts.photo}</label>
<input type="file" id="photo" name="photo" accept="image/jpeg,image/png,image/webp,image/*" aria-describedby="photo-hint">
<p id="photo-hint" class="hint">${texts.photoHint}</p>
<ul id="previews" class="previews" hidden></ul>
<p id="preparing" class="hint" role="status" hidden>${texts.preparing}</p>
</div>
<fieldset>
<legend>${texts.category}</legend>
<div class="choices">
${[...categories, ''].map((category) => choice(category as Category | '', typed.category ?? '', language, texts))}
</div>
</fieldset>
<div class="field">
<label for="text">${texts.text}</label>
<textarea id="text" name="text" rows="4" required minlength="${reportLimits.minText}" maxlength="${reportLimits.maxText}" dir="auto" aria-describedby="text-hint">${typed.text}</textarea>
<p id="text-hint" class="hint">${texts.textHint}</p>
</div>
<div class="field">
<label for="floor">${texts.floor}</label>
<input id="floor" name="floor" maxlength="${limits.floor}" dir="auto" value="${typed.floor}">
</div>
<div class="field">
<label for="contact">${texts.contact}</label>
<input id="contact" name="contact" maxlength="${reportLimits.contact}" dir="auto" value="${typed.contact}" aria-describedby="contact-hint">
<p id="contact-hint" class="hint">${texts.contactHint}</p>
</div>
${takesEmail && emailField(typed.email, texts)}
<input type="hidden" id="ticket" name="ticket" value="${formTicket}">
<button type="submit">${texts.send}</button>
</form>`;
}

const emailField = (typed: string | undefined, texts: PageTexts): Html => html`<div class="field">
<label for="email">${texts.mails.label}</label>
<input type="email" id="email" name="email" maxlength="${maxEmailLength}" autocomplete="email" value="${typed}" aria-describedby="email-hint">
<p id="email-hint" class="hint">${texts.mails.hint}</p>
</div>`;

function choice(category: Category | '', chosen: string, language: Language, texts: PageTexts): Html {
  const label = category === '' ? texts.noCategory : labelsIn[language].category[category];
  return html`<label class="choice"><input type="radio" name="category" value="${category}"${category === chosen && html` checked`}> <span>${label}</span></label>`;
}
