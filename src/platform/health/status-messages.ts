import type { Health } from './schemas.ts';

type StatusMessages = { [Name in Exclude<keyof Health, 'state' | 'checked_at'>]: Record<Health[Name]['reason'], string> };

/** What each reason of the page of health means to an admin, and what helps. */
export const statusMessages: StatusMessages = {
  messenger: {
    working: 'The bots are heard, and messages go out.',
    not_configured: 'There is no bot: set MESSENGER_BOT_TOKEN, or let people connect their own.',
    unreachable: 'The messenger does not answer. Messages wait and are tried again for a day.',
    refused: 'The messenger does not accept the token of the global bot: set MESSENGER_BOT_TOKEN anew.',
    webhook: 'The global bot has a webhook, which keeps it from being heard: delete the webhook.',
    unheard: 'Not every bot is heard: its token may be void, or it has a webhook; the log names it.',
    failing: 'Messages fail and are tried again for a day.',
    given_up: 'The last message was tried for a day and given up.',
    no_public_url: 'Links in messages begin with http://localhost and open on this machine only: set PUBLIC_URL.',
  },
  mail: {
    working: 'Mail goes out.',
    not_configured: 'There is no mail server: nothing is sent, and reset links are passed on by hand. Set SMTP_HOST.',
    failing: 'Mails fail and are tried again for a day.',
    given_up: 'The last mail was tried for a day and given up.',
    no_public_url: 'Links in mails begin with http://localhost and open on this machine only: set PUBLIC_URL.',
  },
  storage: {
    working: 'Photos can be stored and read.',
    unreachable: 'The photo storage cannot be reached or written to: uploads are refused until it can. The log says why.',
    undeletable: 'Some files of photos that are gone cannot be removed from the storage. The log says why.',
  },
  retention: {
    working: 'Closed tickets are removed when their time is over.',
    switched_off: 'Closed tickets are kept for ever.',
    failed: 'The last removal of closed tickets failed and comes round again. The log says why.',
    late: 'Closed tickets should have been removed by now, and were not.',
  },
  rules: {
    working: 'Rules are looked at on time.',
    failed: 'The last look at the rules failed and comes round again. The log says why.',
    late: 'The rules should have been looked at by now, and were not.',
  },
};
