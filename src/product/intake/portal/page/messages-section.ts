import type { Language } from '../../../../platform/lib/languages.ts';
import { maxReporterText } from '../reporter-schemas.ts';
import type { ReporterView } from '../reporter-view.ts';
import type { PageTexts } from '../texts/en.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { type Html, html } from './html.ts';

interface MessagesSection extends Pick<ReporterView, 'messages' | 'can_write' | 'timezone'> {
  language: Language;
  /** where a message is sent to */
  action: string;
  /** why a message was not taken, and what it says */
  problem?: { error: string; typed: string };
}

/** What the reporter and those who work on it write to each other; undefined: nothing, and nothing can be written. */
export function messagesSection(section: MessagesSection): Html | undefined {
  const { language, messages, can_write, timezone, action, problem } = section;
  if (messages.length === 0 && !can_write && !problem) return undefined;
  const { locale, messages: words } = pageTexts[language];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone ?? 'UTC' });
  const items = messages.map(
    ({ text, created_at, is_own }) => html`<li class="message">
<p class="hint">${is_own ? words.own : words.reply} · <time datetime="${created_at}">${format.format(new Date(created_at))}${timezone === null && ' UTC'}</time></p>
<p class="typed" dir="auto">${text}</p>
</li>`,
  );
  return html`<section aria-labelledby="messages">
<h2 id="messages">${words.heading}</h2>
${messages.length > 0 && html`<ul class="messages">${items}</ul>`}
${problem && html`<p class="error" role="alert">${problem.error}</p>`}
${can_write && messageForm(words, action, problem?.typed ?? '')}
</section>`;
}

const messageForm = (
  words: PageTexts['messages'],
  action: string,
  typed: string,
): Html => html`<form method="post" enctype="multipart/form-data" action="${action}">
<div class="field">
<label for="message">${words.label}</label>
<textarea id="message" name="text" rows="3" required maxlength="${maxReporterText}" dir="auto" aria-describedby="message-hint">${typed}</textarea>
<p id="message-hint" class="hint">${words.hint}</p>
</div>
<input type="hidden" name="key" value="${crypto.randomUUID()}">
<button type="submit">${words.send}</button>
</form>`;
