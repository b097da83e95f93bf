import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/module/deps.ts';
import { upsertBot } from './actions.ts';
import { type BotApi, BotApiError } from './bot-api.ts';
import type { Bot } from './bots.ts';
import type { Lease } from './lease.ts';
import { handleUpdate, LeaseLost } from './update-handler.ts';

type PollerDeps = Pick<Deps, 'db' | 'deliveries' | 'subscriptions' | 'clock' | 'metrics' | 'log'>;

const firstRetryDelayMs = 1_000;
const maxRetryDelayMs = 30_000;
/** Until the first successful poll: a server that is starting answers soon. */
const maxInitialRetryDelayMs = 5_000;
const maxRetryAfterMs = 3_600_000;
const minPollIntervalMs = 1_000;
/** A server that is starting may answer 404 as well, so an unknown token is assumed only after some failures. */
const failuresBeforeNotFound = 5;

/** What an operator or the owner of a bot has to correct before it can be polled. */
export type BotProblem = 'unauthorized' | 'webhook';

const problemMessages: Record<BotProblem, string> = {
  unauthorized: 'the messenger rejects the token of this bot: it is not polled until a new token is saved',
  webhook: 'this bot has a webhook, which prevents polling: delete the webhook, then save the token again',
};

/**
 * Polls a bot until the signal aborts or its lease is lost. Temporary errors (of the network, the server, the database,
 * or a second poll of the bot) are retried with exponential backoff; after each error the bot is identified again.
 * @param inTurn runs the handling of an update when it is the turn of the bot
 * @returns the problem that ended it, if any
 */
export async function pollBot(
  deps: PollerDeps,
  api: BotApi,
  bot: Bot,
  lease: Lease,
  globalBotId: number | undefined,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<BotProblem | undefined> {
  const log = deps.log.child({ bot: bot.id });
  let username: string | undefined;
  let offset: number | undefined;
  let failures = 0;
  let maxDelayMs = maxInitialRetryDelayMs;
  while (!signal.aborted) {
    try {
      if (username === undefined) {
        const name = await api.identify(bot.token, signal);
        await deps.db.statement((writer) => upsertBot(writer, bot.id, name));
        username = name;
        log.info({ username }, 'a bot is polled');
      }
      const startedAt = performance.now();
      const before = offset;
      for (const update of await api.poll(bot.token, offset, signal)) {
        const context = { lease, username, globalBotId };
        await inTurn(() => handleUpdate(deps, context, update));
        if (Number.isSafeInteger(update?.update_id)) offset = update.update_id + 1;
      }
      failures = 0;
      maxDelayMs = maxRetryDelayMs;
      // A server that answers polls at once, or repeats updates, must not be called in a busy loop.
      const delayMs = minPollIntervalMs - (performance.now() - startedAt);
      if (offset === before && delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => {});
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return undefined;
      const problem = problemOf(error, failures);
      const { message: reason } = error as Error;
      deps.metrics.pollFailures.inc({ code: error instanceof BotApiError ? String(error.code) : 'database' });
      if (problem) {
        log.error({ reason }, problemMessages[problem]);
        return problem;
      }
      failures++;
      username = undefined;
      const delayMs = retryDelayMs(error, failures, maxDelayMs);
      log.warn({ reason, delayMs }, 'polling a bot failed and is tried again');
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

function problemOf(error: unknown, failures: number): BotProblem | undefined {
  if (!(error instanceof BotApiError)) return undefined;
  // The server answers 404 to a token that is not of its form.
  if (error.code === 401 || (error.code === 404 && failures >= failuresBeforeNotFound)) return 'unauthorized';
  return error.code === 409 && /webhook/i.test(error.description) ? 'webhook' : undefined;
}

/** @returns what the server asked for, else a delay that doubles with each failure, varied by 25% at random */
function retryDelayMs(error: unknown, failures: number, maxDelayMs: number): number {
  if (error instanceof BotApiError && error.retryAfterSeconds) return Math.min(error.retryAfterSeconds * 1_000, maxRetryAfterMs);
  const delayMs = Math.min(firstRetryDelayMs * 2 ** (failures - 1), maxDelayMs);
  return Math.round(delayMs * (0.75 + Math.random() / 2));
}
