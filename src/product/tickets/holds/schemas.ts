import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, limits, NullableTimestamp, OneOf, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import type { TicketStatus } from '../lifecycle.ts';

/** The statuses in which the work can wait: a worker has yet to do something. */
export const holdStatuses = ['assigned', 'in_progress', 'rejected'] as const satisfies readonly TicketStatus[];

/** Of one ticket: all of them are read with its deadlines. */
export const maxHolds = 200;

export const holdReasons = ['part', 'access', 'quote', 'weather', 'other'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** `until`: its time came; `changed`: the ticket was started, done, canceled or reassigned */
export const holdEnds = ['until', 'removed', 'replaced', 'changed'] as const;
export type HoldEnd = (typeof holdEnds)[number];

const Reason = { ...OneOf(holdReasons), description: 'What the work waits for.' };

export const PutHold = Type.Object(
  {
    reason: Reason,
    note: Type.Optional(Text(0, limits.reason, ['The pump comes on Thursday'])),
    until: Type.Optional({ ...Timestamp, examples: ['2126-03-05T08:00:00.000Z'], description: 'When it ends by itself.' }),
  },
  { title: 'PutHold' },
);
export type PutHold = Static<typeof PutHold>;

/** What the work of a ticket waits for now. */
export const Hold = Type.Object(
  { reason: Reason, note: Type.String(), until: NullableTimestamp, since: Timestamp, by_name: Type.String() },
  { title: 'Hold' },
);
export type Hold = Static<typeof Hold>;

export const TicketHold = Type.Object(
  {
    id: Type.Integer(),
    ticket_id: Id,
    ...Hold.properties,
    by_id: Type.String({ description: 'Empty when the account was deleted.' }),
    ended_at: { ...NullableTimestamp, description: 'null: the ticket is on hold.' },
    end_reason: Type.Unsafe<HoldEnd | null>({
      type: ['string', 'null'],
      enum: [...holdEnds, null],
      description: '`until`: its time came; `changed`: the ticket was started, done, canceled or reassigned.',
    }),
  },
  { title: 'TicketHold' },
);
export type TicketHold = Static<typeof TicketHold>;
export const TicketHoldPage = PageOf(TicketHold);

export const HoldQuery = Type.Object(pageParameters(['since'], 'since'));
export type HoldQuery = Static<typeof HoldQuery>;
