import type { healthSchema, healthStates } from './schemas.ts';

export type HealthState = (typeof healthStates)[number];

/** The result of a health check, as `/ext/health` shows it. */
export interface HealthResult {
  state: HealthState;
  /** a code for which the console has a text */
  reason: string;
  /** makes `/health` fail, depending on the level of the check */
  isDown?: boolean;
  /** the error, for the log only */
  problem?: string;
}

/** Checks one part of the service: the database, the storage, a queue, a job. */
export interface HealthCheck {
  name: string;
  /**
   * what fails when the part is down; `ready`: `/health/ready` and `/health`, because no request can be answered;
   * `healthy`: `/health` only; `shown`: neither
   */
  level: 'ready' | 'healthy' | 'shown';
  /** of the result on `/ext/health`, which shows no check without one */
  schema?: ReturnType<typeof healthSchema>;
  /** how long a result may be reused for `/health` and the metrics */
  maxAgeMs: number;
  /** @throws when the part does not respond, which counts as down */
  run: () => Promise<HealthResult>;
}

const offReasons = ['not_configured', 'switched_off'];

/** @returns a result whose state follows from the reason: `off` for what is not configured, `trouble` for problems */
export function healthResult<const Reason extends string, Details extends object>(reason: Reason, details: Details) {
  const state: HealthState = reason === 'working' ? 'ok' : offReasons.includes(reason) ? 'off' : 'trouble';
  return { state, reason, ...details };
}
