import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { countAttempt, type RateLimit } from '../../../platform/http/rate-limiter.ts';
import { days } from '../../../platform/lib/duration.ts';
import { emailKey } from '../../../platform/lib/email.ts';
import { unusableHash } from '../../../platform/security/passwords.ts';
import { type Actor, canConfirm } from '../../visibility.ts';
import { createUser, insertResetToken, lockWithActor, type NewUser } from './actions.ts';
import type { Profile } from './schemas.ts';

/** How long somebody has to set the first password. */
export const invitationTtlMs = days(7);

/** Whoever invites chooses the address: this is all that it is sent by others, to an account of its own or to act for a client. */
const mailsPerAddress: RateLimit = { name: 'invitation-address', max: 3, windowMs: days(1) };

/** Counts a mail with an invitation. @returns false: the address was sent as many as it may be today */
export async function admitInvitationMail(tx: Tx, email: string, now: Date): Promise<boolean> {
  const { admitted } = await countAttempt(tx, { limit: mailsPerAddress, subject: emailKey(email) }, now);
  return admitted;
}

export interface IssuedLink {
  token: string;
  email: string;
  expires_at: string;
}

/**
 * Creates an account that nobody can sign in to until its owner sets a password with the token.
 * @throws 401 actor deleted, 403 actor disabled, 409 e-mail taken
 */
export async function inviteUser(
  tx: Tx,
  actor: Actor,
  user: Omit<NewUser, 'passwordHash' | 'awaitsPassword'>,
  now: Date,
): Promise<{ profile: Profile; issued: IssuedLink }> {
  const profile = await createUser(tx, actor, { ...user, passwordHash: unusableHash(), awaitsPassword: true }, now);
  const { token, expires_at } = await insertResetToken(tx, profile.id, actor, now, { ttlMs: invitationTtlMs });
  return { profile, issued: { token, expires_at, email: profile.email } };
}

/**
 * Issues another token for an account without a password. Earlier ones stay usable: they may be on their way.
 * @throws 404 missing, or for a client not created by it, 409 the owner has set a password, 401 actor deleted, 403 actor disabled
 */
export async function issueInvitation(tx: Tx, actor: Actor, id: string, now: Date): Promise<IssuedLink & { isActive: boolean }> {
  await lockWithActor(tx, actor, id);
  const user = await tx
    .selectFrom('users as u')
    .select(['u.email', 'u.awaits_password', 'u.is_active'])
    .where('u.id', '=', id)
    .where(canConfirm(actor))
    .executeTakeFirst();
  if (!user) throw notFound('user');
  if (!user.awaits_password) throw conflict('password_already_set', errorMessages.passwordAlreadySet);
  const { token, expires_at } = await insertResetToken(tx, id, actor, now, { ttlMs: invitationTtlMs });
  return { token, expires_at, email: user.email, isActive: user.is_active };
}

/** Issues the token of a mailed invitation. @returns undefined when the account is gone, disabled or has a password */
export async function issueMailedInvitation(tx: Tx, id: string, now: Date) {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'name', 'language'])
    .where('id', '=', id)
    .where('awaits_password', '=', true)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) return undefined;
  const { token } = await insertResetToken(tx, id, undefined, now, { ttlMs: invitationTtlMs });
  return { ...user, token };
}

/** The page that sets the first password. Browsers do not send the fragment of a URL, so the token reaches no access log. */
export const invitationLink = (baseUrl: string, { token, email }: Pick<IssuedLink, 'token' | 'email'>): string =>
  `${baseUrl}/app/join#${new URLSearchParams({ token, email })}`;
