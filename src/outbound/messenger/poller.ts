import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/capability/deps.ts';
import { knowBot } from './actions.ts';
import { type BotApi, BotApiError } from './bot-api.ts';
import type { Bot } from './bots.ts';
import type { Lease } from './lease.ts';
import { handleUpdate, LeaseLost } from './updates.ts';

type Polling = Pick<Deps, 'db' | 'deliveries' | 'clock' | 'metrics' | 'log'>;

const shortestPause = 1_000;
const longestPause = 30_000;
/** As long as the bot was never heard, which may be about to change. */
const longestFirstPause = 5_000;
const longestAsked = 3_600_000;
const shortestRound = 1_000;
/** What is not found may be on its way: a server that is still starting says so. */
const notFoundTries = 5;

/** Why a poller ended by itself: what must be mended outside, or nothing (it was told to). */
export type Ending = 'unauthorized' | 'webhook' | '';

/**
 * Hears one bot until the signal. Everything that may pass (a lost network, a busy or broken server, a
 * second poller, a database that is away) is waited out, ever longer; after a failure the bot is
 * identified again. Only what somebody has to mend ends it.
 */
export async function pollBot(
  deps: Polling,
  api: BotApi,
  bot: Bot,
  lease: Lease,
  globalBotId: number | undefined,
  signal: AbortSignal,
): Promise<Ending> {
  const log = deps.log.child({ bot: bot.id });
  let username: string | undefined;
  let offset: number | undefined;
  let failures = 0;
  let known = false;
  while (!signal.aborted) {
    try {
      if (username === undefined) {
        const name = await api.identify(bot.token, signal);
        await deps.db.statement((writer) => knowBot(writer, bot.id, name));
        username = name;
        log.info({ username }, 'a bot is being heard');
      }
      const asked = performance.now();
      const before = offset;
      for (const update of await api.poll(bot.token, offset, signal)) {
        await handleUpdate(deps, { lease, username, globalBotId }, update);
        if (Number.isSafeInteger(update?.update_id)) offset = update.update_id + 1;
      }
      failures = 0;
      known = true;
      // A server that does not hold the poll, or repeats itself, is not asked in a frenzy.
      const rest = shortestRound - (performance.now() - asked);
      if (offset === before && rest > 0) await sleep(rest, undefined, { signal }).catch(() => {});
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return '';
      const ending = endingOf(error, failures);
      deps.metrics.pollFailures.inc({ code: error instanceof BotApiError ? String(error.code) : 'database' });
      if (ending) {
        log.error({ reason: (error as Error).message }, advice[ending]);
        return ending;
      }
      failures++;
      username = undefined;
      const pause = pauseAfter(error, failures, known ? longestPause : longestFirstPause);
      log.warn({ reason: (error as Error).message, pause }, 'a bot cannot be heard now; it is tried again');
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
  return '';
}

const advice = {
  unauthorized: 'the messenger does not accept the token of this bot any more: it is not heard until a new one is saved',
  webhook: 'this bot has a webhook, which keeps it from being polled: delete the webhook, then save the token again',
};

function endingOf(error: unknown, failures: number): Ending {
  if (!(error instanceof BotApiError)) return '';
  // 404 is what the server says to a token that it cannot even read.
  if (error.code === 401 || (error.code === 404 && failures >= notFoundTries)) return 'unauthorized';
  return error.code === 409 && /webhook/i.test(error.description) ? 'webhook' : '';
}

/** Milliseconds; what the server asked for, else twice as long with each failure. */
function pauseAfter(error: unknown, failures: number, longest: number): number {
  if (error instanceof BotApiError && error.retryAfter) return Math.min(error.retryAfter * 1_000, longestAsked);
  const pause = Math.min(shortestPause * 2 ** (failures - 1), longest);
  return Math.round(pause * (0.75 + Math.random() / 2));
}
