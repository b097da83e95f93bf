import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { knowBot } from './actions.ts';
import { type BotApi, BotApiError } from './bot-api.ts';
import type { Bot } from './bots.ts';
import type { Lease } from './lease.ts';
import { handleUpdate, LeaseLost } from './updates.ts';

type Polling = Pick<Deps, 'db' | 'outbox' | 'clock' | 'metrics' | 'log'>;

const shortestPause = 1_000;
const longestPause = 30_000;

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
  let identified = false;
  let offset: number | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (!identified) {
        const username = await api.identify(bot.token, signal);
        await deps.db.statement((writer) => knowBot(writer, bot.id, username));
        identified = true;
        log.info({ username }, 'a bot is being heard');
      }
      for (const update of await api.poll(bot.token, offset, signal)) {
        await handleUpdate(deps, lease, globalBotId, update);
        offset = update.update_id + 1;
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return '';
      const ending = endingOf(error);
      deps.metrics.pollFailures.inc({ code: error instanceof BotApiError ? String(error.code) : 'database' });
      if (ending) {
        log.error({ reason: (error as Error).message }, advice[ending]);
        return ending;
      }
      failures++;
      identified = false;
      const pause = pauseAfter(error, failures);
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

function endingOf(error: unknown): Ending {
  if (!(error instanceof BotApiError)) return '';
  // 404 is what the server says to a token that it cannot even read.
  if (error.code === 401 || error.code === 404) return 'unauthorized';
  return error.code === 409 && /webhook/i.test(error.description) ? 'webhook' : '';
}

/** Milliseconds; what the server asked for, else twice as long with each failure. */
function pauseAfter(error: unknown, failures: number): number {
  if (error instanceof BotApiError && error.retryAfter) return error.retryAfter * 1_000;
  const pause = Math.min(shortestPause * 2 ** (failures - 1), longestPause);
  return Math.round(pause * (0.75 + Math.random() / 2));
}
