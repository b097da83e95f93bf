import type { HandBack, TicketComment, TicketEdit, TicketEvent } from '../../contract/schemas.ts';

/** The fields that one person corrected at once. */
export interface Correction extends Pick<TicketEdit, 'id' | 'actor_id' | 'actor_name' | 'created_at'> {
  edits: readonly TicketEdit[];
}

export type TimelineEntry =
  | { kind: 'event'; event: TicketEvent }
  | { kind: 'comment'; comment: TicketComment }
  | { kind: 'handBack'; handBack: HandBack }
  | { kind: 'correction'; correction: Correction };

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
}

/** Merges a page of the journal with the comments, hand-backs and corrections that belong between its entries, the newest first. */
export function mergeTimeline(events: EventPage, { comments, handBacks, edits }: BetweenEvents): TimelineEntry[] {
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
export function itemOf(entry: TimelineEntry): TicketEvent | TicketComment | HandBack | Correction {
  if (entry.kind === 'event') return entry.event;
  if (entry.kind === 'correction') return entry.correction;
  return entry.kind === 'comment' ? entry.comment : entry.handBack;
}
