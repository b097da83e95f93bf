import type { Transporter } from 'nodemailer';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Config, MailOptions } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/open.ts';
import type { DeliveryHandler, Outcome } from '../../platform/deliveries/deliver.ts';
import { issueResetToken } from '../../product/users/actions.ts';
import type { ConfirmationMail, ResetMail } from './payloads.ts';
import { confirmationLetter, type Letter, resetLetter } from './templates.ts';

type Mailing = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mail over SMTP; without SMTP_HOST nothing is sent. */
export function createMailHandler({ db, clock, config, log }: Mailing): DeliveryHandler<'mails'> {
  const { smtp } = config;
  if (!smtp) return async () => 'dropped';
  const post = openPost(smtp);

  async function send(to: string, { subject, text, html }: Letter): Promise<Outcome> {
    try {
      // As an object, so that no character of an address or name is read as syntax.
      await (await post).sendMail({ from: smtp?.from, to: { name: '', address: to }, subject, text, html });
      return 'sent';
    } catch (error) {
      const { responseCode = 0, command = '', message } = error as Error & { responseCode?: number; command?: string };
      const reason = withoutLinks(message).replaceAll(to, '<address>');
      // For good, and because of this recipient or mail; a refused sender or login is for the operator to mend.
      if (responseCode < 500 || !/^(RCPT TO|DATA)/.test(command)) throw new Error(reason);
      log.warn({ reason }, 'the mail server refuses a mail for good');
      return 'dropped';
    }
  }

  async function reset({ email_key }: ResetMail, requestedAt: string): Promise<Outcome> {
    const issued = await issueFor(db, email_key, new Date(requestedAt), clock());
    if (!issued) return 'dropped';
    // Behind the #, which browsers keep to themselves: the token reaches no server's log.
    return send(issued.email, resetLetter(issued.name, `${publicUrlOf(config)}/app/reset-password#token=${issued.token}`));
  }

  async function confirmed({ user_id }: ConfirmationMail): Promise<Outcome> {
    const user = await db.read.selectFrom('users').select(['email', 'name']).where('id', '=', user_id).executeTakeFirst();
    return user ? send(user.email, confirmationLetter(user.name, `${publicUrlOf(config)}/app/`)) : 'dropped';
  }

  return ({ payload, created_at }) => (payload.kind === 'password_reset' ? reset(payload, created_at) : confirmed(payload));
}

/** Loaded where mail is sent only: it takes 5 MB. */
async function openPost(smtp: MailOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ ...connectionOf(smtp), ...patience, disableFileAccess: true, disableUrlAccess: true });
}

/**
 * A reset token for the account behind an address, if there is one that may sign in (spec 5.6).
 * Each attempt issues a new one: the one before may never have arrived, and is void. None when
 * one that was asked for later is there already: then this mail is too late.
 */
async function issueFor(db: Database, emailKey: string, requested: Date, now: Date) {
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
      .where('requested_at', '>', requested.toISOString())
      .executeTakeFirst();
    return newer ? undefined : { ...user, ...(await issueResetToken(tx, user.id, now, requested)) };
  });
}

/** Never from a request: a mail's reader is not the one who asked. */
const publicUrlOf = ({ publicUrl, port }: Config): string => publicUrl || `http://localhost:${port}`;

function connectionOf({ host, port, secure, user, password }: MailOptions) {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  return {
    host,
    port,
    secure,
    // Nobody stands between on this machine, and nobody issues it certificates. Elsewhere a
    // password is not said before the line is closed to others.
    requireTLS: user !== '' && !local,
    tls: { rejectUnauthorized: !local },
    ...(user && { auth: { user, pass: password } }),
  };
}

/** A server may quote what it was sent. */
const withoutLinks = (message: string): string => message.replaceAll(/https?:\S+/g, '<link>');
