import type { RequestOrigin } from '../../platform/audit/audit-log.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { issueMailedToken } from '../../product/identity/grants/actions.ts';
import { insertResetToken, issueResetToken } from '../../product/identity/users/actions.ts';
import { invitationLink, issueMailedInvitation } from '../../product/identity/users/invitations.ts';
import { isAccountOf } from '../../product/identity/users/queries.ts';
import type { AddressedMail, ComposeDeps, Composer, MailPayload } from './composer.ts';
import { reporterComposers } from './reporter-mails.ts';
import {
  accountConfirmedMail,
  accountEnabledMail,
  accountInvitationMail,
  choosePasswordMail,
  grantInvitationMail,
  passkeyAddedMail,
  passkeysRemovedMail,
  passwordChangedMail,
  passwordResetMail,
  twoFactorResetMail,
} from './templates.ts';

const composers: { [Kind in MailPayload['kind']]: Composer<Kind> } = {
  password_reset: async ({ db, clock, config }, { email_key, origin }, requestedAt) => {
    const issued = await issueTokenFor(db, email_key, { at: requestedAt, origin }, clock());
    return (
      issued && { to: issued.email, about: { user: issued.id }, mail: passwordResetMail(issued, resetLink(config, issued.token)) }
    );
  },
  account_confirmed: async ({ db, clock, config }, { user_id }) => {
    const user = await db.transaction((tx) => findWithToken(tx, user_id, clock()));
    if (!user) return undefined;
    const { email: to, token } = user;
    const mail = token ? choosePasswordMail(user, resetLink(config, token)) : accountConfirmedMail(user, consoleUrl(config));
    return { to, about: { user: user_id }, mail };
  },
  account_invitation: async ({ db, clock, config }, { user_id }) => {
    const user = await db.transaction((tx) => issueMailedInvitation(tx, user_id, clock()));
    if (!user) return undefined;
    const link = invitationLink(configuredBaseUrl(config), user);
    return { to: user.email, about: { user: user_id }, mail: accountInvitationMail(user, link) };
  },
  password_changed: async ({ db, config }, { user_id }) => {
    const user = await findAccount(db, user_id);
    return (
      user && {
        to: user.email,
        about: { user: user_id },
        mail: passwordChangedMail(user, `${consoleUrl(config)}forgot-password`),
      }
    );
  },
  two_factor_reset: async ({ db, config }, { user_id }) => {
    const user = await findAccount(db, user_id);
    return (
      user && { to: user.email, about: { user: user_id }, mail: twoFactorResetMail(user, `${consoleUrl(config)}forgot-password`) }
    );
  },
  passkey_added: async ({ db, config }, { user_id }) => {
    const user = await findAccount(db, user_id);
    return user && { to: user.email, about: { user: user_id }, mail: passkeyAddedMail(user, `${consoleUrl(config)}security`) };
  },
  passkeys_removed: async ({ db, config }, { user_id }) => {
    const user = await findAccount(db, user_id);
    return user && { to: user.email, about: { user: user_id }, mail: passkeysRemovedMail(user, `${consoleUrl(config)}security`) };
  },
  grant_invitation: async ({ db, clock, config }, { grant_id }) => {
    const issued = await db.transaction((tx) => issueMailedToken(tx, grant_id, clock()));
    if (!issued) return undefined;
    const { principal_id, email: to, email_key, token } = issued;
    const [principal, account] = await Promise.all([findAccount(db, principal_id), findByEmailKey(db, email_key)]);
    if (!principal) return undefined;
    const recipient = account ?? { name: '', language: principal.language };
    const link = `${consoleUrl(config)}accept-grant#token=${token}`;
    return { to, about: { user: principal_id }, mail: grantInvitationMail(recipient, principal, link) };
  },
  ...reporterComposers,
  account_enabled: async ({ db, config }, { admin_id, user_id, enabled_by }) => {
    const [admin, user, enabledBy] = await Promise.all([
      findAccount(db, admin_id),
      findAccount(db, user_id),
      findAccount(db, enabled_by),
    ]);
    if (!admin?.is_active || admin.role !== 'admin' || !user || !enabledBy) return undefined;
    return {
      to: admin.email,
      about: { user: admin_id },
      mail: accountEnabledMail(admin, user, enabledBy, `${consoleUrl(config)}users`),
    };
  },
};

/** Makes the mail of a delivery. @returns undefined when there is nothing to send any more */
export function composeMail(deps: ComposeDeps, payload: MailPayload, createdAt: Date): Promise<AddressedMail | undefined> {
  const compose = composers[payload.kind] as Composer<MailPayload['kind']>;
  return compose(deps, payload, createdAt);
}

const consoleUrl = (config: Deps['config']): string => `${configuredBaseUrl(config)}/app/`;

/** Browsers do not send the fragment of a URL, so the token reaches no access log. */
const resetLink = (config: Deps['config'], token: string): string => `${consoleUrl(config)}reset-password#token=${token}`;

const findAccount = ({ read }: Database, id: string) =>
  read.selectFrom('users').select(['email', 'name', 'language', 'role', 'is_active']).where('id', '=', id).executeTakeFirst();

const findByEmailKey = ({ read }: Database, key: string) =>
  read.selectFrom('users').select(['name', 'language']).where('email_key', '=', key).executeTakeFirst();

/**
 * Issues a reset token for the account of an address (docs/rules.md, Passwords). Each attempt to send a mail issues a
 * new one, which voids the one before: that may not have arrived.
 * @returns undefined when no account with this address may sign in, or when a token was requested later than this one
 */
async function issueTokenFor(db: Database, email: string, request: { at: Date; origin: RequestOrigin | undefined }, now: Date) {
  return db.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'name', 'language'])
      .where(isAccountOf('users.id', email))
      .where('confirmed_at', 'is not', null)
      .where('is_active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    const newer = await tx
      .selectFrom('reset_tokens')
      .select('user_id')
      .where('user_id', '=', user.id)
      .where('requested_at', '>', request.at.toISOString())
      .executeTakeFirst();
    return newer ? undefined : { ...user, ...(await issueResetToken(tx, user.id, undefined, now, request)) };
  });
}

/**
 * Reads an account with a token to choose a password, if somebody else chose the present one. The confirmation of an account
 * voids no tokens, so this one is issued beside them.
 */
async function findWithToken(tx: Tx, id: string, now: Date) {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'name', 'language', 'must_change_password'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user?.must_change_password) return user && { ...user, token: undefined };
  const { token } = await insertResetToken(tx, id, undefined, now);
  return { ...user, token };
}
