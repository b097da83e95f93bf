import type { HandBack, TicketComment, TicketEvent } from '../../contract/schemas.ts';

export type TimelineEntry =
  | { kind: 'event'; event: TicketEvent }
  | { kind: 'comment'; comment: TicketComment }
  | { kind: 'handBack'; handBack: HandBack };

/** A page of the journal, the newest entry first. */
interface EventPage {
  items: readonly TicketEvent[];
  total: number;
  offset: number;
}

/** Merges a page of the journal with the comments and hand-backs that belong between its entries, the newest first. */
export function mergeTimeline(
  events: EventPage,
  comments: readonly TicketComment[],
  handBacks: readonly HandBack[],
): TimelineEntry[] {
  const first = events.offset > 0 ? events.items[0] : undefined;
  const last = events.offset + events.items.length < events.total ? events.items.at(-1) : undefined;
  const isBetween = ({ created_at }: { created_at: string }): boolean =>
    (!first || created_at <= first.created_at) && (!last || created_at >= last.created_at);
  const entries: TimelineEntry[] = [
    ...comments.filter(isBetween).map((comment) => ({ kind: 'comment' as const, comment })),
    ...handBacks.filter(isBetween).map((handBack) => ({ kind: 'handBack' as const, handBack })),
    ...events.items.map((event) => ({ kind: 'event' as const, event })),
  ];
  return entries.sort((a, b) => itemOf(b).created_at.localeCompare(itemOf(a).created_at));
}

/** The item of an entry. */
export function itemOf(entry: TimelineEntry): TicketEvent | TicketComment | HandBack {
  if (entry.kind === 'event') return entry.event;
  return entry.kind === 'comment' ? entry.comment : entry.handBack;
}
