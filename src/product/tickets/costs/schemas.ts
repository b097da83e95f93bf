import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, OneOf, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import { maxAmount } from '../../../platform/lib/money.ts';

export const costKinds = ['labour', 'material', 'travel', 'other'] as const;
export type CostKind = (typeof costKinds)[number];

/** Of one ticket: all of them are added up whenever the ticket is shown. */
export const maxCosts = 200;
/** Changes and removals of lines of one ticket, all of which are kept. */
export const maxCostEdits = 500;

/** What costs count in until the project says otherwise. */
export const defaultCurrency = 'EUR';

export const Currency = Type.String({ examples: ['EUR'], description: 'A code of ISO 4217.' });
export const Amount = Type.Integer({
  minimum: 0,
  maximum: maxAmount,
  examples: [6750],
  description: 'In minor units, such as cents.',
});

const ApprovalLimit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: maxAmount,
  examples: [50_000],
  description:
    'In minor units. Costs of a ticket above it are marked unless a quote of at least their sum was approved; nothing is refused. null: no limit.',
});

/** What can be set. */
export const CostSettings = Type.Object(
  { currency: { ...Currency, format: 'currency', maxLength: 3 }, approval_limit: ApprovalLimit },
  { title: 'CostSettings' },
);
export type CostSettings = Static<typeof CostSettings>;

export const ProjectCosts = Type.Object({ currency: Currency, approval_limit: ApprovalLimit }, { title: 'ProjectCosts' });
export type ProjectCosts = Static<typeof ProjectCosts>;

const Kind = OneOf(costKinds);
const Quantity = Type.String({
  format: 'decimal',
  maxLength: 20,
  examples: ['1.5'],
  description: 'A plain decimal of 0 or more with up to 3 decimals.',
});
const Day = Type.String({ format: 'date', examples: ['2026-03-01'] });
const On = { ...Day, description: 'The day on which it arose; today in UTC when it is left out.' };
const Worker = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'uuid',
  description: 'Whose work it was: the assigned worker, or an active member of the project.',
});

/** What a line of costs and a line of a quote have in common. */
export const lineFields = {
  kind: Kind,
  text: Text(1, 500, ['Replace the ballast']),
  quantity: Quantity,
  unit: Type.Optional(Text(0, 20, ['h'])),
  unit_price: { ...Amount, examples: [4500] },
};

export const AddCost = Type.Object(
  { ...lineFields, worker_id: Type.Optional(Worker), on: Type.Optional(On) },
  { title: 'AddCost' },
);
export type AddCost = Static<typeof AddCost>;

export const EditCost = Changes('EditCost', { ...lineFields, worker_id: Worker, on: Day });
export type EditCost = Static<typeof EditCost>;

const lineAnswer = {
  kind: Kind,
  text: Type.String({ examples: ['Replace the ballast'] }),
  quantity: Type.String({ examples: ['1.5'] }),
  unit: Type.String({ examples: ['h'] }),
  unit_price: Type.Integer({ examples: [4500], description: 'In minor units.' }),
  amount: Type.Integer({ examples: [6750], description: 'Quantity times price, rounded half up to a minor unit.' }),
};
/** A line of a quote. */
export const PricedLine = Type.Object(lineAnswer, { title: 'PricedLine' });
export type PricedLine = Static<typeof PricedLine>;

const workAnswer = {
  worker_id: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'null: of nobody, or the account was deleted.',
  }),
  worker_name: Type.String({ description: 'The name at that time; empty: of nobody.' }),
  on: Day,
};

export const TicketCost = Type.Object(
  {
    id: Id,
    ticket_id: Id,
    ...lineAnswer,
    currency: Currency,
    ...workAnswer,
    created_by: Type.String({ description: 'Empty when the account was deleted.' }),
    created_by_name: Type.String(),
    created_at: Timestamp,
  },
  { title: 'TicketCost' },
);
export type TicketCost = Static<typeof TicketCost>;
const { properties: pageProperties } = PageOf(TicketCost);
export const TicketCostPage = Type.Object(
  {
    ...pageProperties,
    currency: { ...Currency, description: 'What lines of the ticket count in, whether or not there are any.' },
  },
  { title: 'TicketCostPage' },
);

export const CostQuery = Type.Object(pageParameters(['created_at', 'on'], 'created_at'));
export type CostQuery = Static<typeof CostQuery>;

export const LastCost = Type.Object(
  {
    id: { ...Id, description: 'Of the newest line with this kind, text, unit and currency.' },
    kind: Kind,
    text: Type.String({ examples: ['Replace the ballast'] }),
    unit: Type.String({ examples: ['h'] }),
    unit_price: Type.Integer({ examples: [4500], description: 'Of that line, in minor units.' }),
    currency: Currency,
    created_at: { ...Timestamp, description: 'Of that line.' },
  },
  { title: 'LastCost' },
);
export type LastCost = Static<typeof LastCost>;
export const LastCostPage = PageOf(LastCost);

export const LastCostQuery = Type.Object(pageParameters(['created_at'], 'created_at'));
export type LastCostQuery = Static<typeof LastCostQuery>;

const FormerCost = Type.Object({ ...lineAnswer, ...workAnswer }, { title: 'FormerCost' });

export const TicketCostEdit = Type.Object(
  {
    id: Id,
    ticket_id: Id,
    cost_id: { ...Id, description: 'The line, which is gone when it was removed.' },
    change: OneOf(['changed', 'removed']),
    before: { ...FormerCost, description: 'The line as it was. What it became is in its next change or in the line itself.' },
    actor_id: Type.String({ description: 'Empty when the account was deleted.' }),
    actor_name: Type.String({ description: 'The name when the line was changed.' }),
    created_at: Timestamp,
  },
  { title: 'TicketCostEdit' },
);
export type TicketCostEdit = Static<typeof TicketCostEdit>;
export const TicketCostEditPage = PageOf(TicketCostEdit);

export const CostEditQuery = Type.Object(pageParameters(['id', 'created_at'], 'id'));
export type CostEditQuery = Static<typeof CostEditQuery>;

const NullableAmount = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description: `${description} In minor units.` });

/** What a ticket shows of its costs. */
export const TicketCostSum = Type.Object(
  {
    currency: Currency,
    total: { ...Amount, description: 'The sum of the lines, in minor units.' },
    quoted: NullableAmount('Of the open quote, else of the newest that was not withdrawn.'),
    approved: NullableAmount('Of the quote that was approved last.'),
  },
  { title: 'TicketCostSum' },
);
export type TicketCostSum = Static<typeof TicketCostSum>;

/** Costs in one currency. */
export const CostTotal = Type.Object({ currency: Currency, total: Amount }, { title: 'CostTotal' });
export type CostTotal = Static<typeof CostTotal>;
