import type { Deps } from '../../platform/capability/deps.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DeliveryHandler, Outcome } from '../../platform/deliveries/attempt-delivery.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { issueResetToken } from '../../product/users/actions.ts';
import type { ConfirmationMail, ResetMail } from './payloads.ts';
import { accountConfirmedMail, type Mail, passwordResetMail } from './templates.ts';
import { createMailer } from './transport.ts';

/** Sends mails over SMTP (docs/rules.md, Notifications); without SMTP_HOST it drops them. */
export function createMailHandler({
  db,
  clock,
  config,
  log,
}: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): DeliveryHandler<'mails'> {
  const { smtp } = config;
  if (!smtp) return async () => 'dropped';
  const { from } = smtp;
  const mailer = createMailer(smtp);
  const consoleUrl = `${configuredBaseUrl(config)}/app/`;

  async function send(to: string, mail: Mail): Promise<Outcome> {
    try {
      // Given as an object, the address is not parsed: special characters in it cannot add recipients.
      await (await mailer).sendMail({ from, to: { name: '', address: to }, ...mail });
      return 'sent';
    } catch (error) {
      const { responseCode = 0, command = '', message } = error as Error & { responseCode?: number; command?: string };
      const reason = redactLinks(message).replaceAll(to, '<address>');
      // Only a 5xx for this recipient or this content is final: sender and login are settings that the operator can correct.
      if (responseCode < 500 || !/^(RCPT TO|DATA)/.test(command)) throw new Error(reason);
      log.warn({ reason }, 'the mail server rejected a mail permanently');
      return 'dropped';
    }
  }

  async function sendReset({ email_key }: ResetMail, requestedAt: string): Promise<Outcome> {
    const issued = await issueTokenFor(db, email_key, new Date(requestedAt), clock());
    if (!issued) return 'dropped';
    // Browsers do not send the fragment of a URL, so the token reaches no access log.
    return send(issued.email, passwordResetMail(issued.name, `${consoleUrl}reset-password#token=${issued.token}`));
  }

  async function sendConfirmation({ user_id }: ConfirmationMail): Promise<Outcome> {
    const user = await db.read.selectFrom('users').select(['email', 'name']).where('id', '=', user_id).executeTakeFirst();
    return user ? send(user.email, accountConfirmedMail(user.name, consoleUrl)) : 'dropped';
  }

  return ({ payload, created_at }) =>
    payload.kind === 'password_reset' ? sendReset(payload, created_at) : sendConfirmation(payload);
}

/**
 * Issues a reset token for the account of an address (docs/rules.md, Passwords). Each attempt to send a mail issues a
 * new one, which voids the one before: that may not have arrived.
 * @returns undefined when no account with this address may sign in, or when a token was requested later than this one
 */
async function issueTokenFor(db: Database, emailKey: string, requestedAt: Date, now: Date) {
  return db.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'name'])
      .where('email_key', '=', emailKey)
      .where('confirmed_at', 'is not', null)
      .where('is_active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    const newer = await tx
      .selectFrom('reset_tokens')
      .select('user_id')
      .where('user_id', '=', user.id)
      .where('requested_at', '>', requestedAt.toISOString())
      .executeTakeFirst();
    return newer ? undefined : { ...user, ...(await issueResetToken(tx, user.id, undefined, now, requestedAt)) };
  });
}

/** Removes links from an error of the mail server, which may quote a mail: reset links must not reach the log. */
const redactLinks = (message: string): string => message.replaceAll(/https?:\S+/g, '<link>');
