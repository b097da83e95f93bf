import type { Language } from '../../../../platform/lib/languages.ts';
import { maxReporterText } from '../reporter-schemas.ts';
import type { ReporterView } from '../reporter-view.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { type Html, html } from './html.ts';

interface RatingSection extends Pick<ReporterView, 'rating' | 'can_rate'> {
  language: Language;
  /** where the rating is sent to */
  action: string;
  /** why a rating was not taken, and what it says */
  problem?: { error: string; typed: string };
}

/** The rating of the work, or its form; undefined: it cannot be rated. */
export function ratingSection({ language, rating, can_rate, action, problem }: RatingSection): Html | undefined {
  const { rating: words } = pageTexts[language];
  if (rating === null && !can_rate && !problem) return undefined;
  const choice = (stars: number) =>
    html`<label class="choice"><input type="radio" name="rating" value="${stars}" required> <span>${words.stars(stars)}</span></label>`;
  return html`<section aria-labelledby="rating">
<h2 id="rating">${words.heading}</h2>
${problem && html`<p class="error" role="alert">${problem.error}</p>`}
${rating !== null && html`<p>${words.given(rating)}</p>`}
${
  can_rate &&
  html`<form method="post" enctype="multipart/form-data" action="${action}">
<fieldset>
<legend>${words.question}</legend>
<div class="choices">
${[5, 4, 3, 2, 1].map(choice)}
</div>
</fieldset>
<div class="field">
<label for="rating-text">${words.text}</label>
<textarea id="rating-text" name="text" rows="2" maxlength="${maxReporterText}" dir="auto" aria-describedby="rating-hint">${problem?.typed ?? ''}</textarea>
<p id="rating-hint" class="hint">${words.hint}</p>
</div>
<button type="submit">${words.send}</button>
</form>`
}
</section>`;
}
