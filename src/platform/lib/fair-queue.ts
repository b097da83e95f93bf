import { RecentlyActiveKeys } from './fair-queue-contention.ts';

/** What a queue lets run and wait. */
export interface FairQueueOptions {
  /** tasks that run at the same time */
  concurrency: number;
  /** of these, tasks of one key; default: all of them */
  concurrencyPerKey?: number;
  /** of these, tasks of one key while other keys are active; default: `concurrencyPerKey` */
  contendedConcurrencyPerKey?: number;
  /**
   * While other keys are active, a task keeps its slot after its end for so many times its duration, which leaves
   * processor time to the others; default: 0
   */
  contendedCooldownFactor?: number;
  /** tells whether other keys are active; default: those of this queue */
  activity?: RecentlyActiveKeys;
  /** tasks that wait */
  maxWaiting: number;
  /** of these, tasks of one key; default: all of them */
  maxWaitingPerKey?: number;
  /** how long a task may wait; default: without limit */
  maxWaitMs?: number;
}

/** The task was not started: too many tasks are waiting, or it has waited too long. */
export class QueueFull extends Error {}
/** The task was not started: its caller has disconnected. */
export class CallerGone extends Error {}

/** How a task waits. */
export interface TaskOptions {
  /** whether nobody waits for the result any more; checked before the task starts */
  isGone?: () => boolean;
  /** starts before all tasks without priority */
  hasPriority?: boolean;
}

/** Who waits for a task: callers take turns by their key (an account or a network). */
export interface Caller extends TaskOptions {
  key: string;
}

/** Frees the slot of a task; calling it again does nothing. */
export type Release = () => void;

interface Task {
  start: () => void;
  reject: (error: Error) => void;
  isGone: () => boolean;
}

/** The tasks of one key. */
interface Lane {
  readonly key: string;
  /** the lanes that it takes turns with */
  readonly turns: Map<string, Lane>;
  running: number;
  waiting: Task[];
}

const maxCooldownMs = 1_000;

/**
 * Runs a bounded number of tasks at a time and lets keys (accounts, networks) take turns: a task waits for at most
 * one task of each other key, however many of them wait. When the queue is full, the key with the most waiting tasks
 * loses its newest.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** by key, in the order of their turns */
  readonly #lanes = new Map<string, Lane>();
  readonly #priorityLanes = new Map<string, Lane>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    const { concurrency, concurrencyPerKey = concurrency, maxWaiting } = options;
    this.#options = {
      concurrencyPerKey,
      contendedConcurrencyPerKey: concurrencyPerKey,
      contendedCooldownFactor: 0,
      activity: new RecentlyActiveKeys(),
      maxWaitingPerKey: maxWaiting,
      maxWaitMs: Number.POSITIVE_INFINITY,
      ...options,
    };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs a task when its turn comes, at once if a slot is free.
   * @throws QueueFull, CallerGone, or what the task throws
   */
  async run<T>(key: string, task: () => Promise<T> | T, options?: TaskOptions): Promise<T> {
    const { contendedCooldownFactor, activity } = this.#options;
    const release = await this.acquire(key, options);
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      const cooldownMs = Math.min((performance.now() - startedAt) * contendedCooldownFactor, maxCooldownMs);
      if (cooldownMs > 0 && activity.hasOthersThan(key)) setTimeout(release, cooldownMs).unref();
      else release();
    }
  }

  /**
   * Takes a slot that the caller has to release.
   * @returns at once if a slot is free, else a promise
   * @throws QueueFull, CallerGone
   */
  acquire(key: string, { isGone = () => false, hasPriority = false }: TaskOptions = {}): Release | Promise<Release> {
    const turns = hasPriority ? this.#priorityLanes : this.#lanes;
    const lane = turns.get(key) ?? { key, turns, running: 0, waiting: [] };
    this.#options.activity.record(key);
    if (lane.waiting.length === 0 && this.#hasSlot(lane)) return this.#start(lane);
    return new Promise((resolve, reject) => {
      this.#enqueue(lane, { start: () => resolve(this.#start(lane)), reject, isGone });
    });
  }

  #hasSlot({ key, running }: Lane): boolean {
    const { concurrency, concurrencyPerKey, contendedConcurrencyPerKey, activity } = this.#options;
    if (this.#running >= concurrency || running >= concurrencyPerKey) return false;
    return running < contendedConcurrencyPerKey || !activity.hasOthersThan(key);
  }

  #start(lane: Lane): Release {
    lane.turns.set(lane.key, lane);
    lane.running++;
    this.#running++;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      lane.running--;
      this.#running--;
      this.#deleteIfIdle(lane);
      this.#startWaiting();
    };
  }

  #enqueue(lane: Lane, task: Task): void {
    const { maxWaiting, maxWaitingPerKey, maxWaitMs } = this.#options;
    if (this.#waiting >= maxWaiting) this.#dropGone();
    if (this.#waiting >= maxWaiting) this.#dropFromLongest(lane);
    if (this.#waiting >= maxWaiting || lane.waiting.length >= maxWaitingPerKey) {
      task.reject(new QueueFull('too many tasks are waiting'));
      return;
    }
    lane.turns.set(lane.key, lane);
    lane.waiting.push(task);
    this.#waiting++;
    if (maxWaitMs === Number.POSITIVE_INFINITY) return;
    setTimeout(() => this.#drop(lane, task, new QueueFull('waited too long')), maxWaitMs).unref();
  }

  /** Rejects a task if it is still waiting. */
  #drop(lane: Lane, task: Task, error: Error): void {
    const index = lane.waiting.indexOf(task);
    if (index < 0) return;
    lane.waiting.splice(index, 1);
    this.#waiting--;
    this.#deleteIfIdle(lane);
    task.reject(error);
  }

  #dropGone(): void {
    for (const lane of [...this.#priorityLanes.values(), ...this.#lanes.values()]) {
      const gone = lane.waiting.filter((task) => task.isGone());
      for (const task of gone) this.#drop(lane, task, new CallerGone('the caller has gone'));
    }
  }

  /** Makes room for a lane if another one has more tasks waiting, or if the lane has priority. */
  #dropFromLongest(newcomer: Lane): void {
    const minWaiting = newcomer.turns === this.#priorityLanes ? 0 : newcomer.waiting.length + 1;
    let longest: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length > Math.max(minWaiting, longest?.waiting.length ?? 0)) longest = lane;
    }
    const newest = longest?.waiting.at(-1);
    if (longest && newest) this.#drop(longest, newest, new QueueFull('too many tasks are waiting'));
  }

  #startWaiting(): void {
    if (this.#waiting === 0) return;
    for (const turns of [this.#priorityLanes, this.#lanes]) {
      // A lane that has moved to the end of the map is visited again, after all others.
      for (const lane of turns.values()) {
        if (this.#running >= this.#options.concurrency) return;
        if (lane.waiting.length === 0 || !this.#hasSlot(lane)) continue;
        turns.delete(lane.key);
        this.#startNext(lane);
      }
    }
  }

  /** Starts the oldest task of a lane whose caller is still there. */
  #startNext(lane: Lane): void {
    for (let task = lane.waiting.shift(); task; task = lane.waiting.shift()) {
      this.#waiting--;
      if (!task.isGone()) {
        task.start();
        return;
      }
      task.reject(new CallerGone('the caller has gone'));
    }
    if (lane.running > 0) lane.turns.set(lane.key, lane);
  }

  #deleteIfIdle(lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) lane.turns.delete(lane.key);
  }
}
