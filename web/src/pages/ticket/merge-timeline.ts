import type { HandBack, TicketAppointment, TicketComment, TicketEdit, TicketEvent, TicketHold } from '../../contract/schemas.ts';

/** The fields that one person corrected at once. */
export interface Correction extends Pick<TicketEdit, 'id' | 'actor_id' | 'actor_name' | 'created_at'> {
  edits: readonly TicketEdit[];
}

export type TimelineEntry =
  | { kind: 'event'; event: TicketEvent }
  | { kind: 'comment'; comment: TicketComment }
  | { kind: 'handBack'; handBack: HandBack }
  | { kind: 'correction'; correction: Correction }
  | { kind: 'hold'; hold: Dated<TicketHold> }
  | { kind: 'appointment'; appointment: Dated<TicketAppointment> };

/** With the time by which it is placed. */
type Dated<Item> = Item & { created_at: string };

/** A page of the journal, the newest entry first. */
interface EventPage {
  items: readonly TicketEvent[];
  total: number;
  offset: number;
}

interface BetweenEvents {
  comments: readonly TicketComment[];
  handBacks: readonly HandBack[];
  edits: readonly TicketEdit[];
  holds: readonly TicketHold[];
  appointments: readonly TicketAppointment[];
}

/** Merges a page of the journal with what belongs between its entries, the newest first. */
export function mergeTimeline(events: EventPage, between: BetweenEvents): TimelineEntry[] {
  const { comments, handBacks, edits, holds, appointments } = between;
  const first = events.offset > 0 ? events.items[0] : undefined;
  const last = events.offset + events.items.length < events.total ? events.items.at(-1) : undefined;
  const isBetween = ({ created_at }: { created_at: string }): boolean =>
    (!first || created_at <= first.created_at) && (!last || created_at >= last.created_at);
  const entries: TimelineEntry[] = [
    ...comments.filter(isBetween).map((comment) => ({ kind: 'comment' as const, comment })),
    ...handBacks.filter(isBetween).map((handBack) => ({ kind: 'handBack' as const, handBack })),
    ...correctionsOf(edits)
      .filter(isBetween)
      .map((correction) => ({ kind: 'correction' as const, correction })),
    ...holds
      .map((hold) => ({ ...hold, created_at: hold.since }))
      .filter(isBetween)
      .map((hold) => ({ kind: 'hold' as const, hold })),
    ...appointments
      .map((appointment) => ({ ...appointment, created_at: appointment.set_at }))
      .filter(isBetween)
      .map((appointment) => ({ kind: 'appointment' as const, appointment })),
    ...events.items.map((event) => ({ kind: 'event' as const, event })),
  ];
  return entries.sort((a, b) => itemOf(b).created_at.localeCompare(itemOf(a).created_at));
}

/** The edits as they were made: each correction has those of one person and moment, in the order of their ids. */
function correctionsOf(edits: readonly TicketEdit[]): Correction[] {
  const corrections = new Map<string, Correction>();
  for (const edit of [...edits].sort((a, b) => a.id - b.id)) {
    const key = `${edit.created_at} ${edit.actor_id}`;
    const { id, actor_id, actor_name, created_at } = edit;
    const before = corrections.get(key) ?? { id, actor_id, actor_name, created_at, edits: [] };
    corrections.set(key, { ...before, edits: [...before.edits, edit] });
  }
  return [...corrections.values()];
}

/** The item of an entry. */
export function itemOf(entry: TimelineEntry): { id: number; created_at: string } {
  switch (entry.kind) {
    case 'event':
      return entry.event;
    case 'comment':
      return entry.comment;
    case 'handBack':
      return entry.handBack;
    case 'correction':
      return entry.correction;
    case 'hold':
      return entry.hold;
    case 'appointment':
      return entry.appointment;
  }
}
