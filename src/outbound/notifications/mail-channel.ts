import type { Db } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { replyAddress } from '../../product/intake/email/reply-address.ts';
import { recordRejection } from '../mail/health.ts';
import { currentMailer } from '../mail/transport.ts';
import { composeText, isInternalComment } from './compose.ts';
import { renderNotificationMail } from './mail-template.ts';
import type { Item, SendMessage } from './send-handler.ts';
import { notificationTextsIn } from './texts/texts.ts';

/** Sends to the address of the account, over the mail server of the service. */
export function createMailChannel(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): SendMessage {
  const { db, config } = deps;
  const mailer = currentMailer(config);
  return async (userId, items) => {
    const send = mailer();
    if (!send) return 'no_mail';
    const account = await findAddress(db.read, userId);
    if (!account) return 'disabled';
    const base = configuredBaseUrl(config);
    const texts = notificationTextsIn(account.language);
    const messageTexts = items.map((item) => composeText(texts, item, `${base}/app/`));
    const mail = renderNotificationMail(texts, account.language ?? 'en', messageTexts, {
      settings: `${base}/app/notifications`,
      branding: config.branding,
    });
    const rejection = await send(account.email, mail, {
      'List-Unsubscribe': `<${base}/ext/notifications/unsubscribe?key=${account.mail_key}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...threadOf(items, base),
      ...replyTo(config, userId, items),
    });
    if (rejection === undefined) return undefined;
    await recordRejection(deps, { kind: 'notification', user: userId, reason: rejection });
    return 'rejected';
  };
}

/**
 * A reply to a mail about one ticket becomes a comment. One about a ticket that the account sees only as a deputy is no comment of the
 * deputy, who may not comment under its own name. A mail about an internal comment has no such address: the client would read the answer.
 */
export function replyTo(
  config: Parameters<typeof replyAddress>[0],
  userId: string,
  items: readonly Pick<Item, 'event' | 'ticket_id' | 'params'>[],
): { 'Reply-To'?: string } {
  const [ticketId, ...others] = new Set(items.map(({ ticket_id }) => ticket_id));
  if (ticketId == null || others.length > 0) return {};
  if (items.some((item) => item.params.principal_id !== undefined || isInternalComment(item))) return {};
  const address = replyAddress(config, userId, ticketId);
  return address === undefined ? {} : { 'Reply-To': address };
}

/** Mail programs show the mails of a ticket as one conversation, because all of them refer to the same message. */
function threadOf(items: readonly Pick<Item, 'ticket_id'>[], base: string): { References?: string } {
  const [first, ...others] = new Set(items.map(({ ticket_id }) => ticket_id));
  return first == null || others.length > 0 ? {} : { References: `<ticket-${first}@${new URL(base).hostname}>` };
}

const findAddress = (db: Db, userId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select(['u.email', 'u.language', 'p.mail_key'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
