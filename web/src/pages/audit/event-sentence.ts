import type { AuditEvent } from '../../contract/schemas.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';
import { serverMessageText } from '../../i18n/error-text.ts';
import type { AuditTexts } from './texts/en.ts';

/** A part of a sentence: the name of somebody or something, or the words around it. */
export interface SentencePart {
  text: string;
  isName: boolean;
}

/** @returns the sentence that tells of an event, in the language of the user */
export function eventSentence(event: AuditEvent, texts: AuditTexts): SentencePart[] {
  const template = templateOf(event, texts);
  // The split pattern has one group: every second part is the name of a placeholder.
  return template.split(/\{(\w+)\}/).map((text, index) => {
    const isName = index % 2 === 1;
    return { text: isName ? nameFor(text, event, texts) : text, isName };
  });
}

function templateOf(event: AuditEvent, texts: AuditTexts): string {
  const sentences: Record<string, string | undefined> = texts.sentences;
  const variants = [
    event.subject_type,
    event.detail['by'],
    event.detail['limit'],
    event.detail['change'],
    isAboutActor(event) && 'own',
    event.actor_name === '' && 'system',
    event.subject_name === '' && 'unnamed',
  ];
  for (const variant of variants) {
    const sentence = sentences[`${event.event}.${variant}`];
    if (sentence) return sentence;
  }
  // A newer service may have events that this console does not know.
  return sentences[event.event] ?? `{actor}: ${event.event} {subject}`;
}

/** The id of a deleted account is empty: then the names are compared. */
const isAboutActor = ({ actor_id, actor_name, subject_id, subject_name, subject_type }: AuditEvent): boolean =>
  subject_type === 'user' && actor_name !== '' && (actor_id ? actor_id === subject_id : actor_name === subject_name);

function nameFor(placeholder: string, { actor_name, subject_name, detail }: AuditEvent, texts: AuditTexts): string {
  if (placeholder === 'actor') return actor_name || texts.system;
  if (placeholder === 'subject') return subject_name || texts.unnamed;
  return String(detail[placeholder] ?? texts.unnamed);
}

export interface EventDetail {
  key: string;
  label: string;
  text: string;
}

/** The fields of the detail that the sentence contains or that are no more than ids. */
const hidden = ['by', 'limit', 'change', 'session_id', 'disabled_by', 'project_id', 'project_name', 'deputy_id', 'principal_id'];

/** @returns for whom the actor acted and the rest of the detail, with labels and values in words */
export function eventDetails(event: AuditEvent, texts: AuditTexts, messages: Messages): EventDetail[] {
  const labels: Record<string, string | undefined> = texts.details;
  const principal = event.principal_name === undefined ? {} : { principal: event.principal_name };
  return Object.entries({ ...principal, ...event.detail }).flatMap(([key, value]) => {
    if (hidden.includes(key)) return [];
    const text = detailText(key, value, event, texts, messages);
    return text === '' ? [] : [{ key, label: labels[key] ?? key, text }];
  });
}

function detailText(key: string, value: unknown, { subject_name }: AuditEvent, texts: AuditTexts, messages: Messages): string {
  if (value === null || value === undefined || value === '') return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (key === 'by_mail') return value === true ? texts.emailed : '';
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (key.endsWith('_at')) return formatDateTime(text);
  if (key === 'reason') return serverMessageText(text, messages);
  if (key === 'email') return text === subject_name ? '' : text;
  if (key === 'role') return (messages.labels.role as Record<string, string>)[text] ?? text;
  if (key === 'scope') return (texts.scopes as Record<string, string>)[text] ?? text;
  return text;
}
