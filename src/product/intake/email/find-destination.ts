import { sql } from 'kysely';
import type { Config, IntakeOptions } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/database/database.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import { hasRequiredSecondFactor } from '../../identity/auth/required-second-factor.ts';
import { isAccountOf } from '../../identity/users/queries.ts';
import type { Actor } from '../../visibility.ts';
import { findPortal, type OpenPortal } from '../portal/queries.ts';
import type { ParsedMail } from './parse-mail.ts';
import { isReplyOf, parseReplyPart } from './reply-address.ts';

/** What a mail becomes: a comment, a report of a portal, of a client without an object, or one that admins alone see. */
export type Destination =
  | { kind: 'comment'; actor: Actor; ticketId: number; language: Language }
  | { kind: 'portal'; portal: OpenPortal; language: Language }
  | { kind: 'client'; clientId: string; language: Language }
  | { kind: 'admins'; language: Language };

const defaultLanguage: Language = 'en';

/** Finds what a mail becomes by whom it is to and whom it is from. */
export async function findDestination(db: Db, config: Config, intake: IntakeOptions, mail: ParsedMail): Promise<Destination> {
  const parts = plusParts(intake, mail.recipients);
  const account = await findAccount(db, config, mail.from);
  const language = account?.language ?? defaultLanguage;
  for (const part of parts) {
    const reply = parseReplyPart(part);
    if (!reply) {
      const portal = await findOpenPortal(db, part);
      if (portal) return { kind: 'portal', portal, language: await languageOfObject(db, portal.object_id) };
    } else if (account && isReplyOf(config, account.id, reply)) {
      const { id, role } = account;
      return { kind: 'comment', actor: { id, role }, ticketId: reply.ticketId, language };
    }
  }
  if (parts.length === 0 && account?.role === 'client' && account.projects === 1)
    return { kind: 'client', clientId: account.id, language };
  return { kind: 'admins', language: defaultLanguage };
}

/** @returns what stands after the plus sign in addresses of the mailbox; addresses without one have none */
function plusParts({ address }: IntakeOptions, recipients: readonly string[]): string[] {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at)];
  return recipients
    .filter((one) => one.toLowerCase().startsWith(`${local}+`) && one.toLowerCase().endsWith(domain))
    .map((one) => one.slice(local.length + 1, one.length - domain.length))
    .filter((part) => part !== '');
}

async function findOpenPortal(db: Db, token: string): Promise<OpenPortal | undefined> {
  try {
    return await findPortal(db, token);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

/** The account of an address that may use the service, with the number of its projects that are not disabled. */
const findAccount = (db: Db, config: Config, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'language'])
    .select(
      sql<number>`(select count(*)::integer from projects as p where p.client_id = users.id and p.is_active)`.as('projects'),
    )
    .where(isAccountOf('users.id', email))
    .where('is_active', '=', true)
    .where('confirmed_at', 'is not', null)
    .where(hasRequiredSecondFactor(config, 'users'))
    .executeTakeFirst();

/** The language of the client of an object. */
async function languageOfObject(db: Db, objectId: number): Promise<Language> {
  const client = await db
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .innerJoin('users as u', 'u.id', 'p.client_id')
    .select('u.language')
    .where('o.id', '=', objectId)
    .executeTakeFirst();
  return client?.language ?? defaultLanguage;
}
