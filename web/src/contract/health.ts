// The health of the service. The schemas are in the modules of the checks, which the console cannot compile;
// test/console/health-types.ts compares them with these types.

interface Part<Reason extends string> {
  state: 'ok' | 'off' | 'trouble';
  reason: Reason;
}

interface DeliveryFacts {
  waiting: number;
  failing: number;
  /** why a delivery failed; empty when none did */
  failure: string;
  last_sent_at: string | null;
}

interface JobFacts {
  last_run_at: string | null;
  next_run_at: string | null;
}

export interface About {
  mail: boolean;
}

export type MailHealth = Part<'working' | 'not_configured' | 'failing' | 'given_up' | 'no_public_url'> & DeliveryFacts;

export type MessengerHealth = Part<
  'working' | 'not_configured' | 'unreachable' | 'refused' | 'webhook' | 'not_polled' | 'failing' | 'given_up' | 'no_public_url'
> &
  DeliveryFacts & { bot_username: string; bots: number; bots_polled: number };

export type StorageHealth = Part<'working' | 'unreachable' | 'undeletable'> & { kind: 'local' | 's3'; undeletable: number };

export type RetentionHealth = Part<'working' | 'switched_off' | 'failed' | 'late'> & JobFacts & { days: number };

export type RulesHealth = Part<'working' | 'failed' | 'late'> & JobFacts & { due: number; blocked: number };

export interface Health {
  state: 'ok' | 'trouble';
  checked_at: string;
  messenger: MessengerHealth;
  mail: MailHealth;
  storage: StorageHealth;
  retention: RetentionHealth;
  rules: RulesHealth;
}
