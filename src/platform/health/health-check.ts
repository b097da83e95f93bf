import type { healthSchema, healthStates } from './schemas.ts';

export type HealthState = (typeof healthStates)[number];

/** How a part of the service is, as `/ext/health` shows it. */
export interface HealthResult {
  state: HealthState;
  /** why, in one word; the console has the sentence for it */
  reason: string;
  /** it cannot be used at all, so that `/health` fails */
  isDown?: boolean;
  /** what went wrong, for the log only */
  problem?: string;
}

/** Looks at one part of the service. */
export interface HealthCheck {
  name: string;
  /**
   * `ready`: without it no request can be answered, so `/health/ready` and `/health` fail; `healthy`: `/health` alone
   * fails; `shown`: neither does.
   */
  level: 'ready' | 'healthy' | 'shown';
  /** of its result on `/ext/health`; not shown there unless given */
  schema?: ReturnType<typeof healthSchema>;
  /** how long a result may be reused for `/health` and the metrics */
  maxAgeMs: number;
  /** @throws when the part does not answer, which is trouble, too */
  run: () => Promise<HealthResult>;
}

const offReasons = ['not_configured', 'switched_off'];

/** @returns the result for a reason: `working` is ok, `not_configured` and `switched_off` are off, all others trouble */
export function healthResult<const Reason extends string, Details extends object>(reason: Reason, details: Details) {
  const state: HealthState = reason === 'working' ? 'ok' : offReasons.includes(reason) ? 'off' : 'trouble';
  return { state, reason, ...details };
}
