import { type Static, Type } from 'typebox';
import { Id, Timestamp } from '../../platform/http/schemas.ts';

/** A moment with its offset, as RFC 3339 has it. */
export const Anchor = Type.String({
  format: 'date-time',
  examples: ['2026-03-01T08:30:00Z'],
  description: 'The first run, and the origin of all that follow.',
});
export const PeriodDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  examples: [7],
  description: 'Days of 24 hours between runs.',
});

/** What makes a ticket come again: the block `recurring` of a new ticket. */
export const Recurrence = Type.Object({ anchor_at: Anchor, period_days: PeriodDays }, { title: 'Recurrence' });

/** The same as a ticket shows it. */
export const TicketRecurring = Type.Object(
  { rule_id: Id, anchor_at: Timestamp, period_days: Type.Integer(), is_active: Type.Boolean(), next_run_at: Timestamp },
  { title: 'TicketRecurring' },
);

export type Recurrence = Static<typeof Recurrence>;
export type TicketRecurring = Static<typeof TicketRecurring>;
