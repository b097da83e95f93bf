import type { Deps } from '../../platform/capability/deps.ts';
import type { Db } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { createMailer } from '../mail/transport.ts';
import { storyOf } from './compose.ts';
import { renderNotificationMail } from './mail-template.ts';
import type { SendMessage } from './send-handler.ts';
import { notificationTextsIn } from './texts/texts.ts';

/** Sends to the address of the account, over the mail server of the service. */
export function createMailChannel({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): SendMessage {
  const { smtp } = config;
  if (!smtp) return async () => 'no_mail';
  const mailer = createMailer(smtp);
  const { from } = smtp;
  return async (userId, items) => {
    const account = await findAddress(db.read, userId);
    if (!account) return 'disabled';
    const base = configuredBaseUrl(config);
    const texts = notificationTextsIn(account.language);
    const stories = items.map((item) => storyOf(texts, item, `${base}/app/`));
    const mail = renderNotificationMail(texts, account.language ?? 'en', stories, `${base}/app/notifications`);
    try {
      await (await mailer).sendMail({
        from,
        to: { name: '', address: account.email },
        ...mail,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${base}/ext/notifications/unsubscribe?key=${account.mail_key}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      });
      return undefined;
    } catch (error) {
      const { responseCode = 0, command = '', message } = error as Error & { responseCode?: number; command?: string };
      // Only a 5xx for this recipient or this content is final: sender and login are settings that the operator can correct.
      if (responseCode < 500 || !/^(RCPT TO|DATA)/.test(command)) throw new Error(message.replaceAll(account.email, '<address>'));
      log.warn({ user: userId, code: responseCode }, 'the mail server rejected a notification permanently');
      return 'rejected';
    }
  };
}

const findAddress = (db: Db, userId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select(['u.email', 'u.language', 'p.mail_key'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
