import { amountOf } from '../../../contract/money.ts';
import type { AddCost, LastCost, PricedLine, Ticket, TicketCost } from '../../../contract/schemas.ts';
import { localDate } from '../../../lib/calendar-date.ts';
import { parseAmount, parseQuantity, typedAmount, typedQuantity } from '../../costs/typed-amounts.ts';

// What a form for a line of costs proposes, and what its fields mean.

export const costKinds = ['labour', 'material', 'travel', 'other'] as const;
export type CostKind = (typeof costKinds)[number];

/** The fields of a line, as they are typed. */
export interface LineDraft {
  kind: CostKind;
  text: string;
  quantity: string;
  unit: string;
  price: string;
}

export interface CostDraft extends LineDraft {
  /** a date */
  on: string;
}

/** What was written down before and can be again. */
export type KnownLine = Pick<LastCost, 'kind' | 'text' | 'unit' | 'unit_price' | 'currency'>;

export const hourUnit = 'h';
const msPerQuarter = 15 * 60_000;
/** Above it the time between start and finish has nights and other jobs in it. */
const maxProposedHours = 12;

/**
 * Proposes the time of the work from its start and its finish, in quarter hours, at least one.
 * @param now the end of work that is not done
 * @returns a plain decimal of hours; undefined: it is not known, or too long to be the time of one job
 */
export function proposedHours({ started_at, done_at, status }: Ticket, now: Date): string | undefined {
  if (!started_at) return undefined;
  const end = status === 'done' && done_at ? Date.parse(done_at) : now.getTime();
  const quarters = Math.max(1, Math.round((end - Date.parse(started_at)) / msPerQuarter));
  return quarters > maxProposedHours * 4 ? undefined : String(quarters / 4);
}

/**
 * The lines that can be written down again, those of the account before those of the ticket, without doubles.
 * @param last of the account, the newest first
 * @param ofTicket the oldest first
 */
export function knownLines(last: readonly KnownLine[], ofTicket: readonly TicketCost[], currency: string): KnownLine[] {
  const lines = new Map<string, KnownLine>();
  for (const { kind, text, unit, unit_price, currency: of } of [...last, ...ofTicket.toReversed()]) {
    const key = JSON.stringify([kind, text, unit]);
    if (of === currency && !lines.has(key)) lines.set(key, { kind, text, unit, unit_price, currency: of });
  }
  return [...lines.values()];
}

/** A line of working time: what the account calls it, and what it took for an hour last. */
export function proposeTime(
  ticket: Ticket,
  known: readonly KnownLine[],
  { now, locale, defaultText }: { now: Date; locale: string; defaultText: string },
): CostDraft {
  const last = known.find(({ kind, unit }) => kind === 'labour' && unit === hourUnit);
  return {
    kind: 'labour',
    text: last?.text ?? defaultText,
    quantity: typedQuantity(proposedHours(ticket, now) ?? '', locale),
    unit: hourUnit,
    price: last ? typedAmount(last.unit_price, last.currency, locale) : '',
    on: dayOfWork(ticket, now),
  };
}

/** Work that is done has been done then. */
export const dayOfWork = ({ status, done_at }: Ticket, now: Date): string =>
  localDate(status === 'done' && done_at ? new Date(done_at) : now);

export const emptyLine: LineDraft = { kind: 'material', text: '', quantity: '1', unit: '', price: '' };

/** A draft with what was written down before; the quantity stays. */
export const withKnown = <Draft extends LineDraft>(
  draft: Draft,
  { kind, text, unit, unit_price, currency }: KnownLine,
  locale: string,
): Draft => ({
  ...draft,
  ...{ kind, text, unit, price: typedAmount(unit_price, currency, locale) },
});

export const draftOfLine = (
  { kind, text, quantity, unit, unit_price }: PricedLine,
  currency: string,
  locale: string,
): LineDraft => ({
  ...{ kind, text, unit },
  quantity: typedQuantity(quantity, locale),
  price: typedAmount(unit_price, currency, locale),
});

/** @returns what the fields mean, with the amount; undefined: a field is missing or cannot be read, or the amount is too large */
export function lineOf({ kind, text, quantity, unit, price }: LineDraft, currency: string): PricedLine | undefined {
  const decimal = parseQuantity(quantity);
  const unit_price = parseAmount(price, currency);
  const amount = decimal !== undefined && unit_price !== undefined ? amountOf(decimal, unit_price) : undefined;
  if (decimal === undefined || unit_price === undefined || amount === undefined || text.trim() === '') return undefined;
  return { kind, text: text.trim(), quantity: decimal, unit: unit.trim(), unit_price, amount };
}

/** What a request has of a line. */
export const requestOf = ({
  amount: _,
  ...line
}: PricedLine): Pick<AddCost, 'kind' | 'text' | 'quantity' | 'unit' | 'unit_price'> => line;
