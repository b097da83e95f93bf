import { isolateName } from '../../platform/lib/bidirectional-controls.ts';
import { formatAmount } from '../../platform/lib/money.ts';
import { momentInWords, periodInWords } from '../texts/times.ts';
import { notificationKinds } from './kinds.ts';
import type { Item } from './send-handler.ts';
import type { NotificationTexts } from './texts/en.ts';

/** What a message says about one item, in the language of its person. */
export interface MessageText {
  /** `Needs rework: The lift stops` */
  headline: string;
  /** the two parts of the headline */
  what: string;
  title: string;
  /** what happened, and why */
  sentences: string[];
  /** empty unless the ticket has high priority */
  urgent: string;
  /** the object and the number of the ticket */
  place: string;
  /** all but the headline */
  lines: string[];
  /** the page of the console */
  link: string;
}

/** A notification of an internal comment, which is without its text. */
export const isInternalComment = ({ event, params }: Pick<Item, 'event' | 'params'>): boolean =>
  event === 'comment_added' && !params.comment;

/** @param console the address of the console, which ends with a slash */
export function composeText(
  texts: NotificationTexts,
  { event, ticket_id, params, timezone }: Item,
  console: string,
): MessageText {
  // Texts of people may be written from right to left, and must not change the order of the words around them.
  const [title, object, equipment, actor, reason, comment] = [
    params.title || params.project_name || '',
    params.object_name ?? '',
    params.equipment_name ?? '',
    params.actor_name ?? '',
    params.reason ?? '',
    params.comment ?? '',
  ].map(isolateName) as [string, string, string, string, string, string];
  const { headline, sentence } = texts.events[event];
  const what = typeof headline === 'string' ? headline : headline(params.deadline);
  const details = {
    waitsFor: params.hold_reason ? texts.waitsFor[params.hold_reason] : '',
    time: timeOf(texts.locale, timezone, params),
    amount: params.currency === undefined ? '' : formatAmount(params.amount ?? 0, params.currency, texts.locale),
    isApproved: params.answer === 'approved',
    ...(params.answer && { answer: params.answer }),
  };
  const changed = (params.fields ?? []).map((field) => texts.fields[field]).join(', ');
  const sentences = [
    sentence(actor, params.deadline, details),
    ...(changed ? [texts.changed(changed)] : []),
    ...(reason ? [texts.reason(reason)] : []),
    ...(isInternalComment({ event, params }) ? [texts.internalComment] : []),
    ...(comment ? [comment] : []),
  ];
  const urgent = params.priority === 'high' ? texts.urgent : '';
  const place = [object, equipment, ticket_id === null ? '' : `#${ticket_id}`].filter(Boolean).join(' · ');
  const lines = [...sentences, urgent, place].filter(Boolean);
  const page = ticket_id === null ? (notificationKinds[event].page ?? '') : `tickets/${ticket_id}`;
  const link = `${console}${page}${params.principal_id ? `?act-for=${params.principal_id}` : ''}`;
  return { headline: `${what}: ${title}`, what, title, sentences, urgent, place, lines, link };
}

/** @returns when a hold ends, an appointment is or a document expires, such as `5 Mar 2026, 08:00–10:00 (UTC)`; empty: none of them */
function timeOf(locale: string, timezone: string, { until, from, to, expires_on }: Item['params']): string {
  if (expires_on) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(expires_on));
  if (from && to) return periodInWords(locale, timezone, { from, to });
  return until ? momentInWords(locale, timezone, until) : '';
}
