import type { Logger } from 'pino';
import { memoizeWithTimeout } from '../lib/memoize.ts';
import type { HealthCheck, HealthState } from './health-check.ts';

/** How long `/health` and the metrics wait for a check; for one of `/health/ready` less, so that it is right within a second. */
const timeoutMs = 2_000;
const readyTimeoutMs = 900;
/** A part that is down may be back at once. */
const failureMaxAgeMs = 250;

interface Status {
  state: HealthState;
  isDown: boolean;
}

/** Runs health checks for `/health` and the metrics. Results are cached, so that many callers cause no more load. */
export class HealthMonitor {
  readonly #checks: ReadonlyMap<HealthCheck, () => Promise<Status | undefined>>;

  constructor(checks: readonly HealthCheck[], log: Logger) {
    this.#checks = new Map(
      checks.map((check) => {
        const maxAgeMs = (status?: Status): number => (status?.isDown === false ? check.maxAgeMs : failureMaxAgeMs);
        const waitMs = check.level === 'ready' ? readyTimeoutMs : timeoutMs;
        return [check, memoizeWithTimeout(withLogging(check, log), maxAgeMs, waitMs)];
      }),
    );
  }

  /** @returns the names of the checks of these levels that are down or do not respond in time */
  async down(levels: readonly HealthCheck['level'][]): Promise<string[]> {
    const checks = [...this.#checks].filter(([{ level }]) => levels.includes(level));
    const statuses = await Promise.all(checks.map(([, read]) => read()));
    return checks.filter((_, i) => statuses[i]?.isDown ?? true).map(([{ name }]) => name);
  }

  /** @returns whether each check is in trouble, by name; those that do not respond in time are */
  async troubled(): Promise<Map<string, boolean>> {
    const entries = [...this.#checks].map(
      async ([{ name }, read]) => [name, ((await read())?.state ?? 'trouble') === 'trouble'] as const,
    );
    return new Map(await Promise.all(entries));
  }

  /** @returns the names of the checks of these levels */
  names(levels: readonly HealthCheck['level'][]): string[] {
    return [...this.#checks.keys()].filter(({ level }) => levels.includes(level)).map(({ name }) => name);
  }
}

/** Logs when the part goes down and when it is back. */
function withLogging(check: HealthCheck, log: Logger): () => Promise<Status> {
  let wasDown = false;
  return async () => {
    const { state, isDown, reason, problem } = await check.run().then(
      (result) => ({ isDown: false, problem: undefined, ...result }),
      (error: Error) => ({
        state: 'trouble' as const,
        isDown: true,
        reason: 'unreachable',
        problem: error.message || error.name,
      }),
    );
    if (isDown && !wasDown) log.error({ part: check.name, reason: problem ?? reason }, 'a part of the service is down');
    if (!isDown && wasDown) log.info({ part: check.name }, 'a part of the service is back');
    wasDown = isDown;
    return { state, isDown };
  };
}
