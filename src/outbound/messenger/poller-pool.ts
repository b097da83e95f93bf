import { randomUUID } from 'node:crypto';
import type { NotificationListener } from '../../platform/database/listen.ts';
import { type ScheduledJob, schedule } from '../../platform/jobs/job-scheduler.ts';
import { FairQueue } from '../../platform/lib/fair-queue.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { BotApi } from './bot-api.ts';
import { globalBot, listBots, type PolledBot } from './bots.ts';
import { ensureBotRows, type Lease, maxUnrenewedMs, releaseLease, renewIntervalMs, renewLeases, takeLeases } from './lease.ts';
import { type BotProblem, pollBot } from './poller.ts';

type PoolDeps = Pick<Deps, 'db' | 'deliveries' | 'subscriptions' | 'clock' | 'config' | 'metrics' | 'log'>;

/** Updates that a process handles at the same time; a client may have any number of bots. */
const maxConcurrentUpdates = 4;

interface Poller {
  token: string;
  /** that it was started with */
  globalBotId: number | undefined;
  lease: Lease;
  abort: AbortController;
  /** resolves when the poll is closed and the lease is given back */
  ended: Promise<void>;
}

/**
 * Polls the bots whose leases this process holds; each process tries to get all of them. It updates the list when a bot
 * is connected or disconnected and every few seconds, which also takes over the bots of a process that died.
 */
export class PollerPool {
  readonly #deps: PoolDeps;
  readonly #api: BotApi;
  readonly #owner = randomUUID();
  /** by tenant */
  readonly #updates = new FairQueue({ concurrency: maxConcurrentUpdates, maxWaiting: Number.POSITIVE_INFINITY });
  /** by bot */
  readonly #pollers = new Map<number, Poller>();
  readonly #job: ScheduledJob;
  #isFirstRun = true;
  #unreadable = 0;
  #renewedAt = performance.now();
  readonly #leaseTimer: NodeJS.Timeout;

  constructor(deps: PoolDeps, notifications: NotificationListener) {
    this.#deps = deps;
    this.#api = new BotApi(deps.config.messengerApiRoot);
    this.#job = schedule('bots', renewIntervalMs, (stopping) => this.#update(stopping), deps);
    notifications.on('bots', this.#job.trigger);
    this.#leaseTimer = setInterval(() => this.#abortWithoutRenewal(), 1_000).unref();
  }

  /** Closes every poll and gives the leases back to the other processes. */
  async stop(): Promise<void> {
    clearInterval(this.#leaseTimer);
    await this.#job.stop();
    await this.#stopPollers([...this.#pollers.keys()]);
  }

  async #update(stopping: AbortSignal): Promise<void> {
    const { db, config, log } = this.#deps;
    const { bots, unreadable } = await listBots(db.read, config);
    if (unreadable > 0 && unreadable !== this.#unreadable)
      log.error({ accounts: unreadable }, 'DATA_ENCRYPTION_KEY does not decrypt bot tokens: these bots are not polled');
    this.#unreadable = unreadable;
    const globalBotId = globalBot(config)?.id;
    const isOutdated = (id: number, poller: Poller): boolean =>
      bots.get(id)?.token !== poller.token || poller.globalBotId !== globalBotId;
    await this.#stopPollers([...this.#pollers].filter(([id, poller]) => isOutdated(id, poller)).map(([id]) => id));
    await this.#renew();
    await this.#startPollers(bots, stopping);
    this.#isFirstRun = false;
  }

  /** While the database does not answer, the leases are about to expire: no bot may be polled by two processes. */
  #abortWithoutRenewal(): void {
    if (performance.now() - this.#renewedAt < maxUnrenewedMs) return;
    for (const { abort } of this.#pollers.values()) abort.abort();
  }

  async #renew(): Promise<void> {
    const ids = [...this.#pollers.keys()];
    const held = ids.length > 0 ? await renewLeases(this.#deps.db, this.#owner, ids) : [];
    this.#renewedAt = performance.now();
    const fences = new Map(held.map(({ botId, fence }) => [botId, fence]));
    await this.#stopPollers(ids.filter((id) => fences.get(id) !== this.#pollers.get(id)?.lease.fence));
  }

  async #startPollers(bots: Map<number, PolledBot>, stopping: AbortSignal): Promise<void> {
    const { db, config, log } = this.#deps;
    const globalBotId = globalBot(config)?.id;
    const ids = [...bots.keys()].filter((id) => !this.#pollers.has(id));
    if (ids.length === 0 || stopping.aborted) return;
    await db.statement((writer) => ensureBotRows(writer, ids));
    for (const lease of await takeLeases(db, this.#owner, ids, this.#isFirstRun)) {
      const bot = bots.get(lease.botId);
      if (!bot) continue;
      const abort = new AbortController();
      const inTurn = <T>(work: () => Promise<T>): Promise<T> => this.#updates.run({ key: bot.tenant }, work);
      const ended = pollBot(this.#deps, this.#api, bot, lease, globalBotId, inTurn, abort.signal)
        .catch((error): undefined => {
          log.error({ err: error, bot: bot.id }, 'the poller of a bot failed and is started again');
        })
        .then((problem) => this.#release(lease, problem));
      this.#pollers.set(bot.id, { token: bot.token, globalBotId, lease, abort, ended });
    }
  }

  async #release(lease: Lease, problem: BotProblem | undefined): Promise<void> {
    if (this.#pollers.get(lease.botId)?.lease === lease) this.#pollers.delete(lease.botId);
    await releaseLease(this.#deps.db, lease, problem).catch(() => {}); // it expires
  }

  async #stopPollers(ids: number[]): Promise<void> {
    await Promise.all(
      ids.map((id) => {
        const poller = this.#pollers.get(id);
        poller?.abort.abort();
        return poller?.ended;
      }),
    );
  }
}
