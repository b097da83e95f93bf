import type { Deps } from '../../platform/module/deps.ts';
import type { Role } from '../../platform/security/roles.ts';
import type { Subject } from './message.ts';

export type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'metrics' | 'tracer' | 'subscriptions' | 'deliveries'>;

/** A delivery with what its webhook says at the moment. */
export interface Pending extends Subject {
  id: number;
  webhook_id: string;
  message_id: string;
  is_redelivery: boolean;
  body: string | null;
  attempts: number;
  traceparent: string | null;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
  failing_since: string | null;
  failures: number;
  owner_id: string;
  owner_role: Role;
}
