import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, limits, NullableTimestamp, OneOf, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import { Amount, Currency, lineFields, PricedLine } from '../costs/schemas.ts';

/** Of one ticket, so that what is kept of it has a limit. */
export const maxQuotes = 50;

export const quoteStatuses = ['open', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

const QuotedLine = Type.Object(lineFields, { title: 'QuotedLine' });

const exampleLine = { kind: 'material', text: 'A new pump', quantity: '1', unit: '', unit_price: 32_000 };

export const SendQuote = Type.Object(
  {
    lines: Type.Array(QuotedLine, { minItems: 1, maxItems: 100, examples: [[exampleLine]] }),
    note: Type.Optional(Text(0, limits.reason, ['The pump is in stock'])),
    valid_until: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        anyOf: [{ format: 'date' }, { format: 'date-time' }],
        maxLength: 40,
        examples: ['2126-03-31'],
        description: 'A day in UTC, which is included, or a moment; in the future. It can be answered until then.',
      }),
    ),
  },
  { title: 'SendQuote' },
);
export type SendQuote = Static<typeof SendQuote>;

export const DeclineQuote = Type.Object({ reason: Text(1, limits.reason, ['Too expensive']) }, { title: 'DeclineQuote' });
export type DeclineQuote = Static<typeof DeclineQuote>;

export const TicketQuote = Type.Object(
  {
    id: Id,
    ticket_id: Id,
    status: { ...OneOf(quoteStatuses), description: '`expired`: its time is over, or the ticket was closed.' },
    currency: Currency,
    total: { ...Amount, description: 'The sum of the lines, in minor units.' },
    lines: Type.Array(PricedLine),
    note: Type.String(),
    valid_until: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      examples: ['2126-03-31'],
      description: 'As it was sent: a day in UTC, which is included, or a moment. null: without an end.',
    }),
    sent_by: Type.String({ description: 'Empty when the account was deleted.' }),
    sent_by_name: Type.String(),
    sent_at: Timestamp,
    answered_by: Type.String({ description: 'Who approved or declined it; empty: nobody, or the account was deleted.' }),
    answered_by_name: Type.String(),
    ended_at: { ...NullableTimestamp, description: 'When it was answered or withdrawn, or expired; null: it is open.' },
    reason: Type.String({ description: 'Why it was declined.' }),
  },
  { title: 'TicketQuote' },
);
export type TicketQuote = Static<typeof TicketQuote>;
export const TicketQuotePage = PageOf(TicketQuote);

export const QuoteQuery = Type.Object(pageParameters(['sent_at'], 'sent_at'));
export type QuoteQuery = Static<typeof QuoteQuery>;
