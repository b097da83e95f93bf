import { type Static, Type } from 'typebox';
import { auditEventNames } from '../../../platform/audit/events.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { OneOf, PageOf, Text, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

const maxSubjectIdLength = 100;

export const AuditEvent = Type.Object(
  {
    id: Type.Integer(),
    at: Timestamp,
    event: OneOf(auditEventNames),
    actor_id: Type.String({
      description: 'Who caused it; empty for requests without an account, the service itself and deleted accounts.',
    }),
    actor_name: Type.String({ description: 'At the time of the event.' }),
    principal_id: Type.Optional(
      Type.String({ description: 'Whom the actor acted for (Act-For), and left out otherwise; empty for deleted accounts.' }),
    ),
    principal_name: Type.Optional(Type.String({ description: 'At the time of the event.' })),
    subject_type: Type.String({ description: 'What it is about, such as `user`, `project`, `rule` or `limit`.' }),
    subject_id: Type.String(),
    subject_name: Type.String({ description: 'At the time of the event.' }),
    ip: Type.String({ description: 'The address of the client; empty without a request.' }),
    request_id: Type.String({ description: 'The `reqId` of the log.' }),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'Depends on the event (docs/api.md, Audit log).' }),
  },
  { title: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventPage = PageOf(AuditEvent);

const Instant = (description: string) => Type.Optional({ ...Timestamp, description });

export const AuditQuery = Type.Object({
  actor_id: Type.Optional(Uuid),
  subject_id: Type.Optional(Text(1, maxSubjectIdLength)),
  event: Type.Optional(OneOf(auditEventNames)),
  from: Instant('At this instant or later.'),
  to: Instant('Before this instant.'),
  ...pageParameters(['at'], 'at'),
});
export type AuditQuery = Static<typeof AuditQuery>;
