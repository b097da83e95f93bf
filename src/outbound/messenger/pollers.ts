import { randomUUID } from 'node:crypto';
import type { Deps } from '../../platform/capability/deps.ts';
import type { NotificationListener } from '../../platform/database/listen.ts';
import { type ScheduledJob, schedule } from '../../platform/jobs/job-scheduler.ts';
import { BotApi } from './bot-api.ts';
import { type Bot, globalBot, listBots } from './bots.ts';
import { ensureBotRows, type Lease, releaseLease, renewEvery, renewLeases, stopAfter, takeLeases } from './lease.ts';
import { type Ending, pollBot } from './poller.ts';

type Polling = Pick<Deps, 'db' | 'deliveries' | 'clock' | 'config' | 'metrics' | 'log'>;

const unreadableTokens =
  'DATA_ENCRYPTION_KEY does not open the bot tokens of these accounts: their bots are off until the key is back or they connect them again';

interface Running {
  token: string;
  lease: Lease;
  stop: AbortController;
  /** resolves when the poll is closed and the lease is given back */
  ended: Promise<void>;
}

/**
 * The bots that this process hears. Every process tries for all of them; the lease in the
 * database gives each to one. A change is told to all processes at once; without one they look
 * every few seconds, so that the bots of a process that died are taken over.
 */
export class Pollers {
  readonly #deps: Polling;
  readonly #api: BotApi;
  readonly #owner = randomUUID();
  readonly #running = new Map<number, Running>();
  readonly #round: ScheduledJob;
  #first = true;
  #unreadable = 0;
  #renewed = performance.now();
  readonly #watch: NodeJS.Timeout;

  constructor(deps: Polling, notifications: NotificationListener) {
    this.#deps = deps;
    this.#api = new BotApi(deps.config.messengerApiRoot);
    this.#round = schedule('bots', renewEvery, (stopping) => this.#look(stopping), deps);
    notifications.on('bots', this.#round.trigger);
    this.#watch = setInterval(() => this.#endWithoutLease(), 1_000);
    this.#watch.unref();
  }

  /** Closes every poll and gives the bots to the other processes. */
  async stop(): Promise<void> {
    clearInterval(this.#watch);
    await this.#round.stop();
    await Promise.all([...this.#running.keys()].map((id) => this.#end(id)));
  }

  async #look(stopping: AbortSignal): Promise<void> {
    const { db, config, log } = this.#deps;
    const { bots, unreadable } = await listBots(db.read, config);
    if (unreadable > 0 && unreadable !== this.#unreadable) log.error({ accounts: unreadable }, unreadableTokens);
    this.#unreadable = unreadable;
    await this.#endWhatIsNotWanted(bots);
    await this.#renew();
    await this.#start(bots, stopping);
    this.#first = false;
  }

  /** When the database does not answer the bots will be others' soon, and none may be heard twice. */
  #endWithoutLease(): void {
    if (performance.now() - this.#renewed < stopAfter) return;
    for (const { stop } of this.#running.values()) stop.abort();
  }

  async #endWhatIsNotWanted(bots: Map<number, Bot>): Promise<void> {
    const unwanted = [...this.#running].filter(([id, { token }]) => bots.get(id)?.token !== token);
    await Promise.all(unwanted.map(([id]) => this.#end(id)));
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()];
    const held = ids.length > 0 ? await renewLeases(this.#deps.db, this.#owner, ids) : [];
    this.#renewed = performance.now();
    const lost = ids.filter(
      (id) => !held.some(({ botId, fence }) => botId === id && fence === this.#running.get(id)?.lease.fence),
    );
    await Promise.all(lost.map((id) => this.#end(id)));
  }

  async #start(bots: Map<number, Bot>, stopping: AbortSignal): Promise<void> {
    const { db, config } = this.#deps;
    const idle = [...bots.keys()].filter((id) => !this.#running.has(id));
    if (idle.length === 0 || stopping.aborted) return;
    await db.statement((writer) => ensureBotRows(writer, idle));
    for (const lease of await takeLeases(db, this.#owner, idle, this.#first)) {
      const bot = bots.get(lease.botId);
      if (!bot) continue;
      const stop = new AbortController();
      const ended = pollBot(this.#deps, this.#api, bot, lease, globalBot(config)?.id, stop.signal)
        .catch((error): Ending => {
          this.#deps.log.error({ err: error, bot: bot.id }, 'a poller failed; it starts anew');
          return '';
        })
        .then((ending) => this.#leave(lease, ending));
      this.#running.set(bot.id, { token: bot.token, lease, stop, ended });
    }
  }

  async #leave(lease: Lease, ending: Ending): Promise<void> {
    if (this.#running.get(lease.botId)?.lease === lease) this.#running.delete(lease.botId);
    await releaseLease(this.#deps.db, lease, ending).catch(() => {}); // it runs out by itself
  }

  async #end(id: number): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort();
    await running?.ended;
  }
}
