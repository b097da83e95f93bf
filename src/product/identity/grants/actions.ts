import { sql } from 'kysely';
import { type AuditActor, accountSubject, type RequestOrigin, recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { AuditEventName } from '../../../platform/audit/events.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, forbidden, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import { emailForm, emailKey } from '../../../platform/lib/email.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { PasswordChange } from '../../../platform/module/module.ts';
import type { FormerAccount } from '../../../platform/module/personal-data.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import type { Actor } from '../../visibility.ts';
import { lockWithActor } from '../users/actions.ts';
import { grantColumns, seesGrant } from './queries.ts';
import type { ChangeGrant, CreateGrant, Grant } from './schemas.ts';
import './tables.ts';

/** Of one client, invitations that can be accepted and active ones together. */
export const maxGrants = 50;
const invitationTtlMs = days(7);
/** How long expired invitations are listed, so that the client sees why a link is refused. */
const expiredInvitationRetentionMs = days(7);

const invalidToken = () => badRequest('invalid_grant_token', errorMessages.invalidGrantToken);

/**
 * Invites an address to act for a client, in place of an earlier invitation of the same address.
 * @returns the grant and the token of its link, of which only the hash is stored
 * @throws 400 no client, or a disabled one; 401, 403 as for every change of an account; 409 too many
 */
export async function createGrant(
  tx: Tx,
  actor: Actor,
  { email, scope, notify: isNotified = true, principal_id }: CreateGrant,
  now: Date,
): Promise<{ grant: Grant; token: string }> {
  const principalId = actor.role === 'admin' ? principal_id : actor.id;
  if (principalId === undefined) throw invalidValue('principal_id', 'is required');
  await lockWithActor(tx, actor, principalId);
  const principal = await tx.selectFrom('users').select(['role', 'is_active']).where('id', '=', principalId).executeTakeFirst();
  if (principal?.role !== 'client') throw badRequest('not_a_client', 'principal_id is not a client');
  if (!principal.is_active) throw badRequest('not_a_client', 'principal_id is disabled');
  const key = emailKey(email);
  await tx
    .deleteFrom('account_grants')
    .where('principal_id', '=', principalId)
    .where('email_key', '=', key)
    .where('deputy_id', 'is', null)
    .execute();
  // The lock of the account keeps concurrent invitations from exceeding the limit together.
  if ((await countGrants(tx, principalId, now)) >= maxGrants) throw conflict('too_many_grants', errorMessages.tooManyGrants);
  const token = randomToken();
  const { id } = await tx
    .insertInto('account_grants')
    .values({
      principal_id: principalId,
      deputy_id: null,
      email: emailForm(email),
      email_key: key,
      scope,
      notify: isNotified,
      token_hash: tokenHash(token),
      mailed_token_hash: null,
      created_at: now,
      expires_at: plus(now, invitationTtlMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const grant = await readGrant(tx, id);
  await recordGrant(tx, 'grant_created', actor, grant, now);
  return { grant, token };
}

async function countGrants(tx: Tx, principalId: string, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('account_grants')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('principal_id', '=', principalId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether a token of a link can be used. Alias-free: over account_grants. */
const isUsable = (token: string, now: Date) => {
  const hash = tokenHash(token);
  return sql<boolean>`(token_hash = ${hash} or mailed_token_hash = ${hash}) and deputy_id is null and expires_at > ${now}`;
};

/** Looks an invitation up before the slow hash of a password. @throws 400 */
export async function requireUsableToken(db: Db, token: string, now: Date): Promise<void> {
  const found = await db.selectFrom('account_grants').select('id').where(isUsable(token, now)).executeTakeFirst();
  if (!found) throw invalidToken();
}

/**
 * Accepts an invitation with the account of the caller, whatever its address.
 * @throws 400 token unknown, used or expired; no client, the principal itself, or it acts for the client already
 */
export async function acceptWithAccount(tx: Tx, actor: Actor, token: string, now: Date): Promise<Grant> {
  await lockWithActor(tx, actor, actor.id);
  const invitation = await lockInvitation(tx, token, now);
  if (actor.role !== 'client') throw badRequest('grant_not_possible', 'only clients accept it');
  if (invitation.principal_id === actor.id) throw badRequest('grant_not_possible', 'you cannot act for yourself');
  const held = await tx
    .selectFrom('account_grants')
    .select('id')
    .where('deputy_id', '=', actor.id)
    .where('principal_id', '=', invitation.principal_id)
    .executeTakeFirst();
  if (held) throw badRequest('grant_not_possible', 'you act for this client already');
  return activate(tx, invitation.id, actor.id, actor, now);
}

/** The account that a person without one makes to accept an invitation. */
interface NewDeputy {
  name: string;
  passwordHash: string;
}

/**
 * Accepts an invitation with a new client account of the invited address. A link that was mailed proves the address.
 * @throws 400 token unknown, used or expired; 409 the address has an account
 */
export async function acceptWithNewAccount(
  tx: Tx,
  token: string,
  { name, passwordHash }: NewDeputy,
  origin: RequestOrigin,
  now: Date,
): Promise<Grant> {
  const { id, email, email_key, is_mailed } = await lockInvitation(tx, token, now);
  const account = await tx
    .insertInto('users')
    .values({
      email,
      email_key,
      name,
      phone: '',
      role: 'client',
      password_hash: passwordHash,
      confirmed_at: now,
      created_at: now,
      created_by: null,
      email_verified_at: is_mailed ? now : null,
    })
    .onConflict((existing) => existing.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!account) throw conflict('email_taken', errorMessages.emailTaken);
  const actor: AuditActor = { id: account.id, origin };
  const subject = accountSubject(account.id);
  await recordAuditEvent(tx, { event: 'user_created', at: now, actor, subject, detail: { role: 'client', by: 'grant' } });
  return activate(tx, id, account.id, actor, now);
}

async function lockInvitation(tx: Tx, token: string, now: Date) {
  const invitation = await tx
    .selectFrom('account_grants')
    .select(['id', 'principal_id', 'email', 'email_key'])
    .select(sql<boolean>`coalesce(mailed_token_hash = ${tokenHash(token)}, false)`.as('is_mailed'))
    .where(isUsable(token, now))
    .forUpdate()
    .executeTakeFirst();
  if (!invitation) throw invalidToken();
  return invitation;
}

async function activate(tx: Tx, id: string, deputyId: string, actor: AuditActor, now: Date): Promise<Grant> {
  const values = { deputy_id: deputyId, token_hash: null, mailed_token_hash: null, expires_at: null };
  await tx.updateTable('account_grants').set(values).where('id', '=', id).execute();
  const grant = await readGrant(tx, id);
  await recordGrant(tx, 'grant_accepted', actor, grant, now);
  return grant;
}

/**
 * Changes a grant. Changes that a deputy makes meanwhile wait for it, or it waits for them.
 * @throws 404 missing or not visible, 403 the deputy changes the scope
 */
export async function changeGrant(tx: Tx, actor: Actor, id: string, changes: ChangeGrant, now: Date): Promise<Grant> {
  const { deputy_id } = await lockGrant(tx, actor, id);
  if (deputy_id === actor.id && changes.scope !== undefined)
    throw forbidden('role_not_allowed', 'only the client changes the scope');
  await tx.updateTable('account_grants').set(changes).where('id', '=', id).execute();
  const grant = await readGrant(tx, id);
  await recordGrant(tx, 'grant_changed', actor, grant, now);
  if (deputy_id !== null) await notify(tx, 'acting', deputy_id);
  return grant;
}

/** Ends a grant or an invitation, after the changes that the deputy is making. @throws 404 missing or not visible */
export async function revokeGrant(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  await lockGrant(tx, actor, id);
  const grant = await readGrant(tx, id);
  await endGrant(tx, grant, actor, now);
}

async function endGrant(tx: Tx, grant: Grant, actor: AuditActor | undefined, now: Date, origin?: RequestOrigin): Promise<void> {
  await recordGrant(tx, 'grant_revoked', actor, grant, now, origin);
  await tx.deleteFrom('account_grants').where('id', '=', grant.id).execute();
  if (grant.deputy_id !== null) await notify(tx, 'acting', grant.deputy_id);
}

async function lockGrant(tx: Tx, actor: Actor, id: string): Promise<{ deputy_id: string | null }> {
  const grant = await tx
    .selectFrom('account_grants as g')
    .select('g.deputy_id')
    .where('g.id', '=', id)
    .where(seesGrant(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!grant) throw notFound('grant');
  return grant;
}

async function readGrant(tx: Tx, id: string): Promise<Grant> {
  const { rows } = await sql<Grant>`select ${grantColumns} from account_grants as g where g.id = ${id}`.execute(tx);
  const [grant] = rows;
  if (!grant) throw notFound('grant');
  return grant;
}

type GrantEvent = Extract<AuditEventName, `grant_${string}`>;

async function recordGrant(
  tx: Tx,
  event: GrantEvent,
  actor: AuditActor | undefined,
  grant: Grant,
  at: Date,
  origin?: RequestOrigin,
): Promise<void> {
  const { id, principal_id, deputy_id, email, scope } = grant;
  const subject = { type: 'grant', id, name: email };
  await recordAuditEvent(tx, { event, at, actor, origin, subject, detail: { principal_id, deputy_id, scope } });
}

/** Ends the grants that an account has given: somebody else who knew its former password may have made them. */
export async function revokeAfterPasswordChange(
  tx: Tx,
  { accountId, endsPasswordOfOther, endsAll, actor, origin, at }: PasswordChange,
): Promise<void> {
  if (!endsPasswordOfOther && !endsAll) return;
  const { rows } = await sql<Grant>`
    select ${grantColumns} from account_grants as g where g.principal_id = ${accountId} order by g.id for update of g`.execute(
    tx,
  );
  for (const grant of rows) await endGrant(tx, grant, actor, at, origin);
}

/** Deletes the invitations that expired some days ago. */
export async function deleteExpiredInvitations({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = plus(clock(), -expiredInvitationRetentionMs).toISOString();
  await db.statement((writer) => writer.deleteFrom('account_grants').where('expires_at', '<=', before).execute());
}

/**
 * Makes the token of the link that is mailed, so that the queue holds none. An attempt to send voids the link of the one before.
 * @returns undefined when the invitation was accepted, replaced or revoked, or has expired
 */
export async function issueMailedToken(tx: Tx, id: string, now: Date) {
  const token = randomToken();
  const invitation = await tx
    .updateTable('account_grants')
    .set({ mailed_token_hash: tokenHash(token) })
    .where('id', '=', id)
    .where('deputy_id', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['principal_id', 'email', 'email_key'])
    .executeTakeFirst();
  return invitation && { ...invitation, token };
}

/** Ends what an account gave and held, and the invitations of its address, when it is anonymized. */
export async function endGrants(tx: Tx, { id, formerEmailKey }: FormerAccount): Promise<void> {
  await sql`
    delete from account_grants where principal_id = ${id} or deputy_id = ${id} or email_key = ${formerEmailKey}`.execute(tx);
}
