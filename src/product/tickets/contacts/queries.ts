import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, notFound } from '../../../platform/http/errors.ts';
import { type Actor, isActiveMember, seesReporter, seesTicket } from '../../visibility.ts';
import type { Reporter, TicketContacts } from './schemas.ts';

/**
 * Reads the present names and phone numbers of a ticket's client and of its worker. A worker keeps the tickets of its own
 * work after it has left the project, and no longer reads the phone number of the client there.
 * @throws 404 missing, 403 not visible to the actor
 */
export async function getTicketContacts(db: Db, actor: Actor, ticketId: number): Promise<TicketContacts> {
  const row = await db
    .selectFrom('tickets as t')
    .innerJoin('users as c', 'c.id', 't.client_id')
    .leftJoin('users as w', 'w.id', 't.worker_id')
    .select(['c.name as client_name', 'c.phone as client_phone', 'w.name as worker_name', 'w.phone as worker_phone'])
    .select([seesTicket(actor).as('visible'), seesReporter(actor).as('sees_reporter')])
    .select((actor.role === 'worker' ? isActiveMember(actor.id) : sql<boolean>`true`).as('works_together'))
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!row) throw notFound('ticket');
  if (!row.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  const { client_name, client_phone, worker_name, worker_phone } = row;
  const hasWorker = worker_name !== null && worker_phone !== null;
  return {
    client: { name: client_name, phone: row.works_together ? client_phone : '' },
    worker: hasWorker ? { name: worker_name, phone: worker_phone } : null,
    reporter: row.sees_reporter ? await findReporter(db, ticketId) : null,
  };
}

/** The table portal_reports belongs to product/portal, which may be missing: then it is empty. */
async function findReporter(db: Db, ticketId: number): Promise<Reporter | null> {
  const report = await db
    .selectFrom('portal_reports')
    .select(['contact', 'email'])
    .where('ticket_id', '=', ticketId)
    .orderBy(sql`contact <> '' or email <> ''`, 'desc')
    .orderBy(sql`status = 'accepted'`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return report ? parseContact(report) : null;
}

const address = /[^\s,;:<>()@]+@[^\s,;:<>()@]+\.[^\s,;:<>()@]*[^\s,;:<>()@.]/;
const number = /\+?\(?\d(?:[\s()/.-]{0,3}\d){4,19}/;

/**
 * Finds a phone number and an address in what a reporter has written about how to be reached. The rest is taken for the name, so
 * nothing but separators is lost.
 */
export function parseContact({ contact, email }: { contact: string; email: string }): Reporter {
  const written = address.exec(contact)?.[0] ?? '';
  const shown = email || written;
  const withoutAddress = written === shown ? contact.replace(written, ' ') : contact;
  const phone = number.exec(withoutAddress)?.[0] ?? '';
  const name = withoutAddress
    .replace(phone, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:/|<>()-]+|[\s,;:/|<>(-]+$/g, '');
  return { name, phone, email: shown };
}
