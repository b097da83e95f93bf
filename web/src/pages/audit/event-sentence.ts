import type { AuditEvent } from '../../contract/schemas.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';
import { serverMessageText } from '../../i18n/error-text.ts';

/** A part of a sentence: the name of somebody or something, or the words around it. */
export interface SentencePart {
  text: string;
  isName: boolean;
}

/** @returns the sentence that tells of an event, in the language of the user */
export function eventSentence(event: AuditEvent, messages: Messages): SentencePart[] {
  const template = templateOf(event, messages);
  // The split pattern has one group: every second part is the name of a placeholder.
  return template.split(/\{(\w+)\}/).map((text, index) => {
    const isName = index % 2 === 1;
    return { text: isName ? nameFor(text, event, messages) : text, isName };
  });
}

function templateOf(event: AuditEvent, { audit }: Messages): string {
  const sentences: Record<string, string | undefined> = audit.sentences;
  const variants = [
    event.subject_type,
    event.detail['by'],
    event.detail['limit'],
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

function nameFor(placeholder: string, { actor_name, subject_name, detail }: AuditEvent, { audit }: Messages): string {
  if (placeholder === 'actor') return actor_name || audit.system;
  if (placeholder === 'subject') return subject_name || audit.unnamed;
  return String(detail[placeholder] ?? audit.unnamed);
}

export interface EventDetail {
  key: string;
  label: string;
  text: string;
}

/** The fields of the detail that the sentence contains or that are no more than ids. */
const hidden = ['by', 'limit', 'session_id', 'disabled_by', 'project_id', 'project_name'];

/** @returns the rest of the detail, with labels and values in words */
export function eventDetails(event: AuditEvent, messages: Messages): EventDetail[] {
  const labels: Record<string, string | undefined> = messages.audit.details;
  return Object.entries(event.detail).flatMap(([key, value]) => {
    if (hidden.includes(key)) return [];
    const text = detailText(key, value, event, messages);
    return text === '' ? [] : [{ key, label: labels[key] ?? key, text }];
  });
}

function detailText(key: string, value: unknown, { subject_name }: AuditEvent, messages: Messages): string {
  if (value === null || value === undefined || value === '') return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (key === 'by_mail') return value === true ? messages.audit.emailed : '';
  if (typeof value === 'boolean') return value ? messages.audit.yes : messages.audit.no;
  if (key.endsWith('_at')) return formatDateTime(text);
  if (key === 'reason') return serverMessageText(text, messages);
  if (key === 'email') return text === subject_name ? '' : text;
  if (key === 'role') return (messages.labels.role as Record<string, string>)[text] ?? text;
  if (key === 'scope') return (messages.audit.scopes as Record<string, string>)[text] ?? text;
  return text;
}
