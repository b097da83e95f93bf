import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, limits, OneOf, PageOf, Text, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

export const ReassignTicket = Type.Object(
  {
    worker_id: Uuid,
    reason: Type.Optional({
      ...Text(0, limits.reason, ['Away until Friday']),
      description: 'For the journal and the new worker.',
    }),
  },
  { title: 'ReassignTicket' },
);

export const HandBackTicket = Type.Object({ reason: Text(5, limits.reason, ['I have no key']) }, { title: 'HandBackTicket' });

export const HandBack = Type.Object(
  {
    id: Type.Integer(),
    ticket_id: Id,
    worker_id: Type.String({ description: 'Empty when the account was deleted.' }),
    worker_name: Type.String(),
    actor_id: Type.Optional(
      Type.String({ description: 'Who acted for the worker (Act-For), and left out otherwise; empty for deleted accounts.' }),
    ),
    actor_name: Type.Optional(Type.String()),
    reason: Type.String(),
    is_open: Type.Boolean({ description: 'The ticket still waits for another worker.' }),
    created_at: Timestamp,
  },
  { title: 'HandBack' },
);
export type HandBack = Static<typeof HandBack>;
export const HandBackPage = PageOf(HandBack);

export const HandBackQuery = Type.Object(pageParameters(['created_at'], 'created_at'));
export type HandBackQuery = Static<typeof HandBackQuery>;

export const Handover = Type.Object(
  {
    to_worker_id: Uuid,
    project_id: Type.Optional({ ...Id, description: 'Only tickets of this project.' }),
  },
  { title: 'Handover' },
);
export type Handover = Static<typeof Handover>;

export const HandoverQuery = Type.Object({
  dry_run: Type.Optional({ ...OneOf(['true', 'false']), description: 'true: changes nothing and answers what would happen.' }),
});

export const HandoverResult = Type.Object(
  {
    moved: Type.Array(Id),
    refused: Type.Array(Type.Object({ id: Id, error: Type.String() })),
  },
  { title: 'HandoverResult' },
);
export type HandoverResult = Static<typeof HandoverResult>;

/** The mark of a ticket that was handed back. */
export const HandedBack = Type.Object({ reason: Type.String(), at: Timestamp }, { title: 'HandedBack' });
export type HandedBack = Static<typeof HandedBack>;
