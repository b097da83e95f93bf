import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../platform/lib/duration.ts';
import { disableOfExpiredTokens } from './actions.ts';
import { collectEvents } from './collect-events.ts';
import { type ClaimedWebhook, claimWebhook, type Lease, releaseLease } from './leases.ts';
import type { SendDeps } from './pending.ts';
import { WebhookClient } from './post-message.ts';
import { sendPending } from './send-pending.ts';

const pollIntervalMs = 500;
const maxOutageDelayMs = 5_000;
/** Webhooks to which an instance sends at the same time. */
const maxConcurrent = 16;
/** Of these those that failed before: they may take the whole timeout, and must not delay the others. */
const maxFailingConcurrent = 8;
/** And those of one account: its receivers may answer at the last moment, and must not delay those of other accounts. */
const maxConcurrentPerOwner = 4;
/** How long a database that does not answer can hold up the shutdown. */
const releaseTimeoutMs = 1_000;

/** Sends to webhooks until it is stopped: to several at the same time, to each in the order of its events. */
export class WebhookWorker {
  readonly #deps: SendDeps;
  readonly #client: WebhookClient;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  /** the webhooks under way */
  readonly #running = new Map<Promise<void>, ClaimedWebhook>();
  readonly #loop: Promise<void>;

  /** Starts at once. */
  constructor(deps: SendDeps) {
    this.#deps = deps;
    const { webhookAllowedHosts: allowedHosts, proxy, webhookProxy: usesProxy } = deps.config;
    this.#client = new WebhookClient({ allowedHosts, proxy, usesProxy });
    this.#loop = this.#run();
  }

  /** Lets attempts under way end for so many milliseconds, then aborts them; they are repeated later. */
  async stop(timeoutMs = seconds(5)): Promise<void> {
    this.#stopping.abort();
    const ended = this.#loop.then(() => Promise.all(this.#running.keys()));
    await within(ended, timeoutMs);
    this.#aborting.abort(new Error('the service stops'));
    await within(ended, releaseTimeoutMs);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      let delayMs = pollIntervalMs;
      try {
        await disableOfExpiredTokens(this.#deps);
        if (await collectEvents(this.#deps)) delayMs = 0;
        await this.#startAll();
        failures = 0;
      } catch (error) {
        // Once per outage: the next lines would say the same.
        if (failures === 0)
          this.#deps.log.warn({ reason: (error as Error).message }, 'the deliveries of webhooks cannot be read');
        delayMs = Math.min(pollIntervalMs * 2 ** failures++, maxOutageDelayMs);
      }
      // A webhook whose turn has ended may have more.
      if (delayMs > 0) await Promise.race([sleep(delayMs, undefined, { signal }).catch(() => {}), ...this.#running.keys()]);
    }
  }

  async #startAll(): Promise<void> {
    while (!this.#stopping.signal.aborted && this.#running.size < maxConcurrent) {
      const failing = [...this.#running.values()].filter(({ isFailing }) => isFailing).length;
      const lease = await claimWebhook(this.#deps, failing < maxFailingConcurrent, this.#ownersAtLimit());
      if (!lease) return;
      const running = this.#send(lease).finally(() => this.#running.delete(running));
      this.#running.set(running, lease);
    }
  }

  #ownersAtLimit(): string[] {
    const owners = [...this.#running.values()].map(({ ownerId }) => ownerId);
    return [...new Set(owners)].filter((owner) => owners.filter((one) => one === owner).length >= maxConcurrentPerOwner);
  }

  async #send(lease: Lease): Promise<void> {
    try {
      await sendPending(this.#deps, this.#client, lease, this.#aborting.signal);
    } catch (error) {
      if (!this.#aborting.signal.aborted)
        this.#deps.log.warn({ webhook: lease.webhookId, reason: (error as Error).message }, 'a webhook could not be served');
    }
    // When it fails, the lease ends by itself.
    await releaseLease(this.#deps, lease).catch(() => {});
  }
}

async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
