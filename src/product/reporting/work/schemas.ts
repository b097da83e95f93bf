import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { OneOf, PageOf, Text, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

const maxQueueLength = 100;

/** `running`: an attempt is under way; `failing`: it failed and is tried again; `waiting`: any other */
export const workStates = ['waiting', 'running', 'failing'] as const;

export const WorkItem = Type.Object(
  {
    id: Type.Integer(),
    queue: Type.String({ description: 'Such as `mails` or `notifications` (docs/jobs.md, Work queue).' }),
    state: OneOf(workStates),
    kind: Type.Union([Type.String(), Type.Null()], { description: 'What is to be done, such as `password_changed`.' }),
    ticket_id: Type.Union([Type.Integer(), Type.Null()]),
    user_id: Type.Union([Uuid, Type.Null()], { description: 'Of the receiver.' }),
    tenant_id: Type.Union([Uuid, Type.Null()], { description: 'Of the account that caused it; null: none did.' }),
    tenant_name: Type.String({ description: 'Empty when no account caused it, or it was deleted.' }),
    created_at: { ...Timestamp, description: 'When its cause happened.' },
    due_at: { ...Timestamp, description: 'Of the next attempt; while it runs, when another instance takes it over.' },
    failures: Type.Integer({ description: 'Attempts that failed or were interrupted.' }),
    last_error: Type.String({ description: 'Of the last attempt that failed; else empty.' }),
  },
  { title: 'WorkItem' },
);
export type WorkItem = Static<typeof WorkItem>;

export const WorkItemPage = PageOf(WorkItem);

export const WorkQuery = Type.Object({
  queue: Type.Optional(Text(1, maxQueueLength)),
  state: Type.Optional(OneOf(workStates)),
  ...pageParameters(['created_at', 'due_at'], 'created_at'),
});
export type WorkQuery = Static<typeof WorkQuery>;
