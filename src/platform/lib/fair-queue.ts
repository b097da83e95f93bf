import { RecentlyActiveKeys } from './fair-queue-contention.ts';
import { cooldownFactor, hasRoom, type Share, toShare } from './tenant-share.ts';
import { WaitingItems } from './waiting-items.ts';

/** What a queue lets run and wait. */
export interface FairQueueOptions {
  /** tasks that run at the same time */
  concurrency: number;
  /** of these, tasks of one tenant; a number: whether or not others are active; default: all of them */
  concurrencyPerTenant?: number | Share;
  /** of the tasks of a tenant, those of one key; default: all of them */
  concurrencyPerKey?: number | Share;
  /**
   * While other tenants are active and further tasks of its tenant wait, a task keeps its slot after its end for so many times its
   * duration, which leaves processor time to the others; default: 0
   */
  contendedCooldownFactor?: number;
  /** knows whether other tenants are active; default: those of this queue */
  activity?: RecentlyActiveKeys;
  /** tasks that wait */
  maxWaiting: number;
  /** of these, tasks of one tenant; default: all of them */
  maxWaitingPerTenant?: number;
  /** how long a task may wait; default: without limit */
  maxWaitMs?: number;
}

/** The task was not started: too many tasks are waiting, or it has waited too long. */
export class QueueFull extends Error {}
/** The task was not started: its caller has disconnected. */
export class CallerGone extends Error {}

/** Who waits for a task. Tenants take turns, and so do the keys of a tenant. */
export interface Caller {
  /** an account or a network */
  key: string;
  /** whose accounts or networks share: a client with the accounts that it created, an IPv6 /48; default: `key` */
  tenant?: string;
  /** whether nobody waits for the result any more; checked before the task starts */
  isGone?: () => boolean;
  /** starts before all tasks without priority */
  hasPriority?: boolean;
}

/** Frees the slot of a task; calling it again does nothing. */
export type Release = () => void;

interface Task {
  start: () => void;
  reject: (error: Error) => void;
  isGone: () => boolean;
  keyQueue: KeyQueue;
}

/** The tasks of one tenant, in a queue for each key. */
interface TenantQueue {
  readonly tenant: string;
  /** of the tenants that it takes turns with, itself included */
  readonly turns: Map<string, TenantQueue>;
  /** by key, in the order of their turns */
  readonly keys: Map<string, KeyQueue>;
  running: number;
  waiting: number;
}

/** The tasks of one key of a tenant. */
interface KeyQueue {
  readonly key: string;
  readonly queue: TenantQueue;
  running: number;
  waiting: Task[];
}

const maxCooldownMs = 3_000;

/**
 * Runs a bounded number of tasks at a time. Tenants take turns, and within a tenant its keys (accounts, networks): a task waits
 * for at most one task of each other tenant, however many of them wait. When the queue is full, the tenant with the most waiting
 * tasks loses the newest task of its busiest key.
 */
export class FairQueue {
  readonly #concurrency: number;
  readonly #perTenant: Share;
  readonly #perKey: Share;
  readonly #cooldownFactor: number;
  readonly #activity: RecentlyActiveKeys;
  readonly #maxWaiting: number;
  readonly #maxWaitingPerTenant: number;
  /** by tenant, in the order of their turns */
  readonly #tenants = new Map<string, TenantQueue>();
  readonly #priorityTenants = new Map<string, TenantQueue>();
  /** of all tenants */
  readonly #waiting: WaitingItems<Task>;
  #running = 0;

  constructor({
    concurrency,
    concurrencyPerTenant = Number.POSITIVE_INFINITY,
    concurrencyPerKey = Number.POSITIVE_INFINITY,
    contendedCooldownFactor = 0,
    activity = new RecentlyActiveKeys(),
    maxWaiting,
    maxWaitingPerTenant = maxWaiting,
    maxWaitMs = Number.POSITIVE_INFINITY,
  }: FairQueueOptions) {
    this.#concurrency = concurrency;
    this.#perTenant = toShare(concurrencyPerTenant);
    this.#perKey = toShare(concurrencyPerKey);
    this.#cooldownFactor = contendedCooldownFactor;
    this.#activity = activity;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingPerTenant = maxWaitingPerTenant;
    this.#waiting = new WaitingItems(maxWaitMs, (task) => this.#drop(task, new QueueFull('waited too long')));
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** How many tasks of a key run or wait. */
  countOf({ key, tenant = key }: Caller): number {
    const queues = [this.#priorityTenants.get(tenant)?.keys.get(key), this.#tenants.get(tenant)?.keys.get(key)];
    return queues.reduce((sum, queue) => sum + (queue ? queue.running + queue.waiting.length : 0), 0);
  }

  /** Who waits for the slot of a caller: other tenants, only its own one, or nobody. */
  wantedBy({ key, tenant = key }: Caller): 'others' | 'tenant' | undefined {
    const own = (this.#priorityTenants.get(tenant)?.waiting ?? 0) + (this.#tenants.get(tenant)?.waiting ?? 0);
    // While slots are free, others wait because of their own share.
    if (this.#running >= this.#concurrency && this.#waiting.size > own) return 'others';
    return own > 0 ? 'tenant' : undefined;
  }

  /**
   * Runs a task when its turn comes, at once if a slot is free.
   * @throws QueueFull, CallerGone, or what the task throws
   */
  async run<T>(caller: Caller, task: () => Promise<T> | T): Promise<T> {
    const release = await this.acquire(caller);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /**
   * Takes a slot that the caller has to release.
   * @returns at once if a slot is free, else a promise
   * @throws QueueFull, CallerGone
   */
  acquire({ key, tenant = key, isGone = () => false, hasPriority = false }: Caller): Release | Promise<Release> {
    const turns = hasPriority ? this.#priorityTenants : this.#tenants;
    const queue = turns.get(tenant) ?? { tenant, turns, keys: new Map(), running: 0, waiting: 0 };
    const keyQueue = queue.keys.get(key) ?? { key, queue, running: 0, waiting: [] };
    this.#activity.record(tenant);
    // Behind another key of the tenant that waits for a slot of the tenant, but not behind one that waits for its own.
    if (keyQueue.waiting.length === 0 && this.#hasSlot(queue) && this.#hasKeySlot(keyQueue)) return this.#start(keyQueue);
    return new Promise((resolve, reject) => {
      this.#enqueue({ start: () => resolve(this.#start(keyQueue)), reject, isGone, keyQueue });
    });
  }

  #hasSlot({ tenant, running }: TenantQueue): boolean {
    if (this.#running >= this.#concurrency) return false;
    return hasRoom(this.#perTenant, running, () => this.#activity.hasOthersThan(tenant));
  }

  #hasKeySlot({ queue, running }: KeyQueue): boolean {
    return hasRoom(this.#perKey, running, () => this.#activity.hasOthersThan(queue.tenant));
  }

  #start(keyQueue: KeyQueue): Release {
    const { queue } = keyQueue;
    this.#keep(keyQueue);
    keyQueue.running++;
    queue.running++;
    this.#running++;
    const startedAt = performance.now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const cooldownMs = Math.min(
        (performance.now() - startedAt) * cooldownFactor(this.#perTenant, this.#cooldownFactor),
        maxCooldownMs,
      );
      const isContended = queue.waiting > 0 && this.#activity.hasOthersThan(queue.tenant);
      if (isContended && cooldownMs > 0) setTimeout(() => this.#end(keyQueue), cooldownMs).unref();
      else this.#end(keyQueue);
    };
  }

  #end(keyQueue: KeyQueue): void {
    const { queue } = keyQueue;
    keyQueue.running--;
    queue.running--;
    this.#running--;
    this.#deleteIfIdle(keyQueue);
    this.#startWaiting();
  }

  #enqueue(task: Task): void {
    const { keyQueue } = task;
    const { queue } = keyQueue;
    if (this.waiting >= this.#maxWaiting) this.#dropGone();
    if (this.waiting >= this.#maxWaiting) this.#dropFromLongest(queue);
    if (this.waiting >= this.#maxWaiting || queue.waiting >= this.#maxWaitingPerTenant) {
      task.reject(new QueueFull('too many tasks are waiting'));
      return;
    }
    this.#keep(keyQueue);
    keyQueue.waiting.push(task);
    queue.waiting++;
    this.#waiting.add(task);
  }

  /** Rejects a waiting task. */
  #drop(task: Task, error: Error): void {
    const { keyQueue } = task;
    keyQueue.waiting.splice(keyQueue.waiting.indexOf(task), 1);
    keyQueue.queue.waiting--;
    this.#waiting.delete(task);
    this.#deleteIfIdle(keyQueue);
    task.reject(error);
  }

  #dropGone(): void {
    for (const { keys } of [...this.#priorityTenants.values(), ...this.#tenants.values()]) {
      for (const keyQueue of [...keys.values()]) {
        const gone = keyQueue.waiting.filter((task) => task.isGone());
        for (const task of gone) this.#drop(task, new CallerGone('the caller has gone'));
      }
    }
  }

  /** Makes room for a queue if another one has more tasks waiting, or if the queue has priority. */
  #dropFromLongest(newcomer: TenantQueue): void {
    const minWaiting = newcomer.turns === this.#priorityTenants ? 0 : newcomer.waiting + 1;
    let longest: TenantQueue | undefined;
    for (const queue of this.#tenants.values()) {
      if (queue.waiting > Math.max(minWaiting, longest?.waiting ?? 0)) longest = queue;
    }
    let busiest: KeyQueue | undefined;
    for (const keyQueue of longest?.keys.values() ?? []) {
      if (keyQueue.waiting.length > (busiest?.waiting.length ?? 0)) busiest = keyQueue;
    }
    const newest = busiest?.waiting.at(-1);
    if (newest) this.#drop(newest, new QueueFull('too many tasks are waiting'));
  }

  #startWaiting(): void {
    if (this.waiting === 0) return;
    for (const turns of [this.#priorityTenants, this.#tenants]) {
      // A queue that has moved to the end of the map is visited again, after all others.
      for (const queue of turns.values()) {
        if (this.#running >= this.#concurrency) return;
        if (queue.waiting === 0 || !this.#hasSlot(queue)) continue;
        const next = this.#nextKeyOf(queue);
        if (!next) continue;
        turns.delete(queue.tenant);
        queue.keys.delete(next.key);
        this.#startNext(next);
      }
    }
  }

  #nextKeyOf({ keys }: TenantQueue): KeyQueue | undefined {
    for (const keyQueue of keys.values()) if (keyQueue.waiting.length > 0 && this.#hasKeySlot(keyQueue)) return keyQueue;
    return undefined;
  }

  /** Starts the oldest task of a key whose caller is still there. */
  #startNext(keyQueue: KeyQueue): void {
    for (let task = keyQueue.waiting.shift(); task; task = keyQueue.waiting.shift()) {
      keyQueue.queue.waiting--;
      this.#waiting.delete(task);
      if (!task.isGone()) {
        task.start();
        return;
      }
      task.reject(new CallerGone('the caller has gone'));
    }
    this.#keep(keyQueue);
    this.#deleteIfIdle(keyQueue);
  }

  #keep(keyQueue: KeyQueue): void {
    const { key, queue } = keyQueue;
    queue.turns.set(queue.tenant, queue);
    queue.keys.set(key, keyQueue);
  }

  #deleteIfIdle({ key, queue, running, waiting }: KeyQueue): void {
    if (running === 0 && waiting.length === 0) queue.keys.delete(key);
    if (queue.keys.size === 0) queue.turns.delete(queue.tenant);
  }
}
