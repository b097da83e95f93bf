import { type Static, type TProperties, Type } from 'typebox';
import { NullableTimestamp, OneOf, Timestamp } from '../http/schemas.ts';

export const About = Type.Object(
  { mail: Type.Boolean({ description: 'Whether a mail server is set, so that reset links and confirmations are sent.' }) },
  { title: 'About' },
);

export const healthStates = ['ok', 'off', 'trouble'] as const;
const State = OneOf(healthStates);

/** One part of the service: how it is, why in one word, and in a sentence. */
function Part<const Reasons extends readonly string[], T extends TProperties>(title: string, reasons: Reasons, details: T) {
  return Type.Object({ state: State, reason: OneOf(reasons), sentence: Type.String(), ...details }, { title });
}

const Count = (description: string) => Type.Integer({ description: `${description} More than 1,000 are not counted.` });
const unsent = {
  waiting: Count('Deliveries that have not left yet.'),
  failing: Count('Of these, those that failed and are tried again.'),
  failure: Type.String({ description: 'Why one of them failed; empty when none did.' }),
  last_sent_at: NullableTimestamp,
};
const rounds = { last_run_at: NullableTimestamp, next_run_at: { ...NullableTimestamp, description: 'null: not planned.' } };

export const MessengerHealth = Part(
  'MessengerHealth',
  ['working', 'not_configured', 'unreachable', 'refused', 'webhook', 'unheard', 'failing', 'given_up', 'no_public_url'],
  {
    bot_username: Type.String({ description: 'Of the global bot; empty: there is none, or it did not answer.' }),
    bots: Type.Integer({ description: 'The global one and those that people connected.' }),
    bots_heard: Type.Integer({ description: 'Of these, those that an instance polls.' }),
    ...unsent,
  },
);
export const MailHealth = Part('MailHealth', ['working', 'not_configured', 'failing', 'given_up', 'no_public_url'], unsent);
export const StorageHealth = Part('StorageHealth', ['working', 'unreachable', 'undeletable'], {
  kind: OneOf(['local', 's3']),
  undeletable: Count('Files that should be gone, but cannot be removed.'),
});
export const RetentionHealth = Part('RetentionHealth', ['working', 'switched_off', 'failed', 'late'], {
  days: Type.Integer({ description: 'How long closed tickets are kept; 0: for ever.' }),
  ...rounds,
});
export const RulesHealth = Part('RulesHealth', ['working', 'failed', 'late'], {
  ...rounds,
  due: Count('Rules whose moment has come.'),
  blocked: Count('Of these, those that make no ticket: their previous one is open, or their place is disabled.'),
});

export const Health = Type.Object(
  {
    state: OneOf(['ok', 'trouble']),
    checked_at: Timestamp,
    messenger: MessengerHealth,
    mail: MailHealth,
    storage: StorageHealth,
    retention: RetentionHealth,
    rules: RulesHealth,
  },
  { title: 'Health' },
);
export type Health = Static<typeof Health>;
