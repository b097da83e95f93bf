import { sql } from 'kysely';
import type { WritableDb } from '../database/database.ts';
import type { AuditEventName } from './events.ts';

/** Where a request came from. */
export interface RequestOrigin {
  /** address of the client */
  ip: string;
  requestId: string;
}

/** Who caused an event: the account of a request, or undefined for the service itself and for requests without an account. */
export interface AuditActor {
  id: string;
  /** who sends a request that acts for the account `id` (docs/api.md, Acting for somebody); undefined: the account itself */
  sender?: { id: string } | undefined;
  origin?: RequestOrigin;
}

/** @returns the account that a write names: who sends the request, whomever it acts for */
export const senderIdOf = ({ id, sender }: Pick<AuditActor, 'id' | 'sender'>): string => sender?.id ?? id;

/** What an event is about. `name` is stored, because the subject may be deleted later; for accounts it is read. */
export type AuditSubject = { type: 'user'; id: string } | { type: string; id: string; name: string };

/** @returns the subject of an event about an account that exists */
export const accountSubject = (id: string): AuditSubject => ({ type: 'user', id });

/** A security event, before it is written. */
export interface AuditEvent {
  event: AuditEventName;
  at: Date;
  actor: AuditActor | undefined;
  /** undefined: about the service */
  subject: AuditSubject | undefined;
  /** of a request without an actor, such as a failed login; else the one of the actor */
  origin?: RequestOrigin | undefined;
  detail?: Record<string, string | number | boolean | null>;
}

/** Writes a security event. @param db the transaction of the change that it records, or a connection for one statement */
export async function recordAuditEvent(
  db: WritableDb,
  { event, at, actor, subject, origin, detail = {} }: AuditEvent,
): Promise<void> {
  const { ip = '', requestId = '' } = origin ?? actor?.origin ?? {};
  const actorId = actor && senderIdOf(actor);
  const principalId = actor?.sender && actor.id;
  await db
    .insertInto('audit_events')
    .values({
      event,
      at,
      actor_id: actorId ?? null,
      actor_name: actorId === undefined ? '' : nameOfAccount(actorId),
      principal_id: principalId ?? null,
      principal_name: principalId === undefined ? '' : nameOfAccount(principalId),
      subject_type: subject?.type ?? '',
      subject_id: subject?.id ?? '',
      subject_name: subject ? nameOf(subject) : '',
      ip,
      request_id: requestId,
      detail: JSON.stringify(detail),
    })
    .execute();
}

const nameOf = (subject: AuditSubject) => ('name' in subject ? subject.name : nameOfAccount(subject.id));
const nameOfAccount = (id: string) => sql<string>`coalesce((select name from users where id = ${id}), '')`;
