import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import {
  Changes,
  Id,
  limits,
  Name,
  NullableTimestamp,
  OneOf,
  onlyFor,
  PageOf,
  Text,
  Timestamp,
  Uuid,
} from '../../../platform/http/schemas.ts';

/** Of one client, and of the admins. */
export const maxChecklists = 200;
const maxItems = 100;
const maxLabelLength = 200;
const maxChoices = 20;
export const maxNumber = 1e12;
export const maxAnswerLength = 2_000;

/** `check`: yes or no, and no has failed; `photo`: a photo of the ticket. */
export const itemKinds = ['check', 'text', 'number', 'choice', 'photo'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const answerStates = ['open', 'ok', 'failed'] as const;
export type AnswerState = (typeof answerStates)[number];

const Bound = Type.Number({ minimum: -maxNumber, maximum: maxNumber });
const itemFields = {
  label: Name(1, maxLabelLength, ['Pressure of the boiler']),
  kind: {
    ...OneOf(itemKinds),
    description: 'What is answered: `check` is true or false, `photo` the id of a photo of the ticket.',
  },
  unit: Type.Optional({ ...Text(1, 20, ['bar']), description: 'Only of a number.' }),
  min: Type.Optional({ ...Bound, description: 'Only of a number. A smaller one has failed.' }),
  max: Type.Optional({ ...Bound, description: 'Only of a number. A larger one has failed.' }),
  choices: Type.Optional(
    Type.Array(Text(1, 100), {
      minItems: 1,
      maxItems: maxChoices,
      uniqueItems: true,
      description: 'Only of a choice, which needs them.',
    }),
  ),
};

const NewItem = Type.Object({
  id: Type.Optional({ ...Uuid, description: 'Of an item that the checklist has and that stays; only in a PATCH.' }),
  ...itemFields,
  required: Type.Optional(Type.Boolean({ default: false, description: 'It should be answered before the work is finished.' })),
});
export type NewItem = Static<typeof NewItem>;

export const ChecklistItem = Type.Object({ id: Uuid, ...itemFields, required: Type.Boolean() });
export type ChecklistItem = Static<typeof ChecklistItem>;

export const Checklist = Type.Object(
  {
    id: Id,
    client_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The client whose checklist it is. null: it is of the admins.',
    }),
    name: Type.String(),
    items: Type.Array(ChecklistItem),
    created_at: Timestamp,
  },
  { title: 'Checklist' },
);
export type Checklist = Static<typeof Checklist>;
export const ChecklistPage = PageOf(Checklist);

const Items = Type.Array(NewItem, {
  minItems: 1,
  maxItems,
  examples: [[{ label: 'Pressure of the boiler', kind: 'number', unit: 'bar', min: 1, max: 2.5, required: true }]],
});
const ChecklistName = Name(1, limits.name, ['Monthly round']);

export const CreateChecklist = Type.Object(
  {
    name: ChecklistName,
    items: Items,
    client_id: Type.Optional({
      ...onlyFor('admin', Uuid),
      description: 'The client for which an admin creates it; without it the checklist is of the admins.',
    }),
  },
  { title: 'CreateChecklist' },
);
export type CreateChecklist = Static<typeof CreateChecklist>;

export const ChangeChecklist = Changes('ChangeChecklist', { name: ChecklistName, items: Items });
export type ChangeChecklist = Static<typeof ChangeChecklist>;

export const ChecklistQuery = Type.Object({
  client_id: Type.Optional(Uuid),
  ...pageParameters(['name', 'id'], 'name'),
});
export type ChecklistQuery = Static<typeof ChecklistQuery>;

// In a ticket

/** The value of an item: its type depends on the kind. */
const Value = Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Null()], {
  description: 'true or false, a text, a number, one of the choices or the id of a photo; null: it is not answered.',
});
export type AnswerValue = Static<typeof Value>;

const TicketItem = Type.Object({
  ...ChecklistItem.properties,
  value: Value,
  state: { ...OneOf(answerStates), description: 'failed: no, or a number out of its limits.' },
  answered_at: NullableTimestamp,
  answered_by_name: Type.String({ description: 'Empty until it is answered.' }),
  previous: {
    ...Type.Unsafe<{ value: AnswerValue; answered_at: string } | null>({
      anyOf: [Type.Object({ value: Value, answered_at: Timestamp }), { type: 'null' }],
    }),
    description: 'The answer in the newest earlier ticket of the building with the same checklist; null: there is none.',
  },
});
export type TicketItem = Static<typeof TicketItem>;

export const TicketChecklist = Type.Object(
  {
    checklist_id: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The checklist that it is a copy of; null: that was deleted.',
    }),
    name: Type.String(),
    items: Type.Array(TicketItem),
    open_required: Type.Integer({ description: 'How many required items are not answered.' }),
    failed: Type.Integer({ description: 'How many items have failed.' }),
  },
  { title: 'TicketChecklist' },
);
export type TicketChecklist = Static<typeof TicketChecklist>;

export const PutTicketChecklist = Type.Object(
  {
    checklist_id: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      examples: [42],
      description: 'The checklist to copy; null: the ticket has none.',
    }),
  },
  { title: 'PutTicketChecklist' },
);
export type PutTicketChecklist = Static<typeof PutTicketChecklist>;

export const Answers = Type.Object(
  {
    answers: Type.Record(Type.String({ format: 'uuid' }), Value, {
      minProperties: 1,
      maxProperties: maxItems,
      examples: [{ '5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c': true }],
      description: 'The value of each item, by the id of the item.',
    }),
  },
  { title: 'ChecklistAnswers' },
);
export type Answers = Static<typeof Answers>;

/** A checklist that can be copied to a ticket. */
export const UsableChecklist = Type.Object(
  { id: Id, name: Type.String(), items: Type.Integer({ description: 'How many it has.' }) },
  { title: 'UsableChecklist' },
);
export type UsableChecklist = Static<typeof UsableChecklist>;
export const UsableChecklistPage = PageOf(UsableChecklist);

export const UsableChecklistQuery = Type.Object(pageParameters(['name', 'id'], 'name'));
export type UsableChecklistQuery = Static<typeof UsableChecklistQuery>;

/** What lists say of the checklist of a ticket. */
export const ChecklistSummary = Type.Object(
  { open_required: Type.Integer(), failed: Type.Integer(), items: Type.Integer() },
  { title: 'ChecklistSummary' },
);
export type ChecklistSummary = Static<typeof ChecklistSummary>;
