import { pluralFormatter } from './plurals.ts';

const n = pluralFormatter('en');

/** Texts of the health page, the offline queue and test messages. */
export const status = {
  testing: {
    send: 'Send a test message',
    sent: 'Sent. Look into your messenger.',
  },
  unsent: {
    what: ({ photos, steps }: { photos: number; steps: number }) =>
      [
        photos > 0 && n(photos, { one: '{n} photo', other: '{n} photos' }),
        steps > 0 && n(steps, { one: '{n} step', other: '{n} steps' }),
      ]
        .filter(Boolean)
        .join(', '),
    left: (what: string) => `not sent yet: ${what}.`,
    mark: 'Not sent yet',
    drop: 'Give up',
    dropped: (what: string) => `Given up: ${what}.`,
  },
  health: {
    look: 'See how it is',
    lookText: 'Whether messages, mail, photos, rules and the removal of old requests work.',
    title: 'Health',
    allWell: 'Everything works.',
    troubles: (count: number) => n(count, { one: 'One part is in trouble.', other: '{n} parts are in trouble.' }),
    checked: 'Looked at',
    states: { ok: 'Works', off: 'Off', trouble: 'Trouble' },
    messenger: {
      title: 'Messenger',
      working: 'The bots are heard, and messages go out.',
      not_configured: 'There is no bot. Whoever runs the service sets one, or people connect their own.',
      unreachable: 'The messenger does not answer. Messages wait and are tried again for a day.',
      refused: "The messenger does not accept the token of the service's bot any more.",
      webhook: "The service's bot has a webhook, which keeps it from being heard.",
      not_polled: 'Not every bot is heard: its token may be void, or it has a webhook.',
      failing: 'Messages fail and are tried again for a day.',
      given_up: 'The last message was tried for a day and given up.',
      no_public_url: 'Links in messages do not work: the address of the service (PUBLIC_URL) is not set.',
    },
    mail: {
      title: 'Mail',
      working: 'Mail goes out.',
      not_configured: 'There is no mail server: nothing is sent. Pass reset links on by hand.',
      failing: 'Mails fail and are tried again for a day.',
      given_up: 'The last mail was tried for a day and given up.',
      no_public_url: 'Links in mails do not work: the address of the service (PUBLIC_URL) is not set.',
    },
    storage: {
      title: 'Photo storage',
      working: 'Photos can be stored and read.',
      unreachable: 'The storage cannot be reached or written to: uploads are refused until it can.',
      undeletable: 'Some files of photos that are gone cannot be removed.',
    },
    retention: {
      title: 'Removal of closed requests',
      working: 'Closed requests are removed when their time is over.',
      switched_off: 'Closed requests are kept for ever.',
      failed: 'The last removal failed and comes round again.',
      late: 'Closed requests should have been removed by now, and were not.',
    },
    rules: {
      title: 'Rules',
      working: 'Rules are looked at on time.',
      failed: 'The last look at the rules failed and comes round again.',
      late: 'The rules should have been looked at by now, and were not.',
    },
    kinds: { local: 'Files of the server', s3: 'S3 bucket' },
    bot: 'Bot',
    heard: 'Bots heard',
    of: (part: number, all: number) => `${part} of ${all}`,
    waiting: 'Waiting to be sent',
    failing: 'Failing',
    lastSent: 'Last sent',
    lastRun: 'Last run',
    nextRun: 'Next run',
    never: 'not yet',
    kept: 'Kept for',
    days: (count: number) => n(count, { one: '{n} day', other: '{n} days' }),
    kind: 'Kind',
    undeletable: 'Files that stay',
    due: 'Rules that are due',
    blocked: 'Of these held back',
    blockedText: 'Their previous request is open, or their place is switched off.',
  },
};
