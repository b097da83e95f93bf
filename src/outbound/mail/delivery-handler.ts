import type { Deps } from '../../platform/capability/deps.ts';
import type { DeliveryHandler, Outcome } from '../../platform/deliveries/attempt-delivery.ts';
import { composeMail } from './compose.ts';
import type { Mail } from './templates.ts';
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

  return async ({ payload, created_at }) => {
    const composed = await composeMail({ db, clock, config }, payload, new Date(created_at));
    return composed ? send(composed.to, composed.mail) : 'dropped';
  };
}

/** Removes links from an error of the mail server, which may quote a mail: reset links must not reach the log. */
const redactLinks = (message: string): string => message.replaceAll(/https?:\S+/g, '<link>');
