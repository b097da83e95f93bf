import ical, { type ICalCalendar, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { Language } from '../../../platform/lib/languages.ts';
import type { DeadlineState } from '../../tickets/deadlines/deadline.ts';
import type { FeedAppointment, FeedTicket } from './feed-queries.ts';
import { feedTexts } from './feed-texts.ts';
import type { CalendarRule } from './queries.ts';
import type { UpcomingRun } from './upcoming-runs.ts';

const maxSummaryLength = 80;

export interface FeedContent {
  runs: readonly UpcomingRun<CalendarRule>[];
  tickets: readonly FeedTicket[];
  appointments: readonly FeedAppointment[];
  language: Language;
  /** how often calendar programs are to read it */
  refreshIntervalMs: number;
  /** base URL of the console */
  consoleUrl: string;
  now: Date;
}

/** A thread does it, because a feed of a megabyte takes some 40 ms. @returns the calendar as text/calendar (RFC 5545) */
export function renderFeed(content: FeedContent): string {
  const calendar = ical({
    name: 'Callout',
    prodId: { company: 'Callout', product: 'Calendar', language: 'EN' },
    ttl: content.refreshIntervalMs / 1_000,
  });
  for (const run of content.runs) addEvent(calendar, runEvent(run, content), content);
  for (const appointment of content.appointments) addEvent(calendar, appointmentEvent(appointment, content), content);
  for (const ticket of content.tickets) {
    for (const event of deadlineEvents(ticket, content)) addEvent(calendar, event, content);
  }
  return `${calendar.toString().trimEnd()}\r\n`; // each line has an end, the last one, too (RFC 5545, section 3.1)
}

function addEvent(calendar: ICalCalendar, event: ICalEventData, { now }: FeedContent): void {
  // Moments take nobody's time, so they are transparent for searches of free time.
  calendar.createEvent({ stamp: now, transparency: ICalEventTransparency.TRANSPARENT, ...event });
}

function runEvent({ rule, dueAt, at, reason }: UpcomingRun<CalendarRule>, { language, consoleUrl }: FeedContent): ICalEventData {
  const texts = feedTexts[language];
  const url = `${consoleUrl}rules/${rule.id}`;
  const note = reason === null ? [] : [`${texts.willNotRun}: ${texts.reasons[reason]}.`];
  return {
    id: `rule-${rule.id}-${dueAt.getTime()}@callout`,
    start: at,
    summary: firstWords(rule.summary),
    location: locationOf(rule),
    description: [...note, url].join('\n'),
    url,
    status: statusOf(reason),
  };
}

/** A run that an open ticket blocks may still come; the others do not unless somebody enables them. */
function statusOf(reason: UpcomingRun<CalendarRule>['reason']): ICalEventStatus {
  if (reason === null) return ICalEventStatus.CONFIRMED;
  return reason === 'previous_ticket_open' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CANCELLED;
}

function appointmentEvent(appointment: FeedAppointment, { language, consoleUrl }: FeedContent): ICalEventData {
  const { id, from, to, note, is_canceled, sequence, summary, modified_at } = appointment;
  const url = `${consoleUrl}tickets/${id}`;
  return {
    ...{ id: `ticket-${id}-appointment@callout`, start: from, end: to, sequence, url },
    // Without a METHOD both say when it was changed last (RFC 5545, section 3.8.7.2).
    ...{ stamp: modified_at, lastModified: modified_at },
    summary: `${feedTexts[language].appointment}: #${id} ${firstWords(summary)}`,
    location: locationOf(appointment),
    description: [...(note === '' ? [] : [oneLine(note)]), url].join('\n'),
    status: is_canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: is_canceled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  };
}

const openStates: ReadonlySet<DeadlineState> = new Set(['ok', 'due_soon', 'overdue']);

function deadlineEvents(ticket: FeedTicket, { language, consoleUrl }: FeedContent): ICalEventData[] {
  const { take_by, finish_by, take_state, finish_state } = ticket.deadline;
  const texts = feedTexts[language];
  const url = `${consoleUrl}tickets/${ticket.id}`;
  const event = (kind: string, by: string | null, state: DeadlineState, text: string): ICalEventData[] => {
    if (by === null || !openStates.has(state)) return [];
    const summary = `${text}: #${ticket.id} ${firstWords(ticket.summary)}`;
    const status = ICalEventStatus.CONFIRMED;
    return [
      {
        id: `ticket-${ticket.id}-${kind}@callout`,
        start: by,
        summary,
        location: locationOf(ticket),
        description: url,
        url,
        status,
      },
    ];
  };
  return [...event('take', take_by, take_state, texts.takeBy), ...event('finish', finish_by, finish_state, texts.finishBy)];
}

const locationOf = ({ object_name, address }: { object_name: string; address: string }): string =>
  [object_name, address].map(oneLine).filter(Boolean).join(', ');

/** Control characters are not allowed in a calendar, and a summary is one line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

function firstWords(text: string): string {
  const line = oneLine(text);
  const characters = [...line];
  if (characters.length <= maxSummaryLength) return line;
  const cut = characters.slice(0, maxSummaryLength).join('');
  return `${cut.replace(/\s\S*$/u, '')}…`;
}
