import { Arrivals } from './recent-activity.ts';

/** How much a queue lets run and wait. */
export interface FairQueueOptions {
  /** tasks that run at the same time */
  concurrency: number;
  /** of these, tasks of one key; all of them unless given */
  concurrencyPerKey?: number;
  /** tells whether other keys come, too; those of this queue unless given */
  arrivals?: Arrivals;
  /** tasks of one key while other keys come, too; as many as when it is alone unless given */
  concurrencyPerContendedKey?: number;
  /**
   * While other keys come, a task's place stays taken for so many times its duration after it has ended, which leaves
   * processor time to the others; 0 unless given
   */
  restPerContendedTask?: number;
  /** tasks that wait */
  maxWaiting: number;
  /** of these, tasks of one key; all of them unless given */
  maxWaitingPerKey?: number;
  /** how long a task may wait, in milliseconds; as long as it takes unless given */
  maxWaitMs?: number;
}

/** Too much waits already, or the task has waited too long: it was not begun. */
export class QueueFull extends Error {}
/** Its caller has gone: the task was not begun. */
export class CallerGone extends Error {}

interface Task {
  start: () => void;
  reject: (error: Error) => void;
  isGone: () => boolean;
}

const maxRestMs = 1_000;

/** How a task waits. */
export interface TaskOptions {
  /** whether nobody waits for the result any more, asked before the task begins */
  isGone?: () => boolean;
  /** begins before all tasks without */
  hasPriority?: boolean;
}

interface Lane {
  readonly key: string;
  readonly hasPriority: boolean;
  running: number;
  waiting: Task[];
}

/**
 * Runs tasks, a bounded number at a time, and lets keys (accounts, networks) take turns: a task waits for
 * at most one task of each other key, however many of them wait. When the queue is full the key with the
 * most waiting tasks loses its newest.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** by key, in the order of their turns */
  readonly #lanes = new Map<string, Lane>();
  readonly #priorityLanes = new Map<string, Lane>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    const { concurrency, maxWaiting } = options;
    const concurrencyPerKey = options.concurrencyPerKey ?? concurrency;
    const defaults = {
      arrivals: new Arrivals(),
      concurrencyPerKey,
      concurrencyPerContendedKey: concurrencyPerKey,
      restPerContendedTask: 0,
      maxWaitingPerKey: maxWaiting,
      maxWaitMs: Number.POSITIVE_INFINITY,
    };
    this.#options = { ...defaults, ...options };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs a task when its turn comes, at once where there is room.
   * @throws QueueFull, CallerGone, or what the task throws
   */
  async run<T>(key: string, task: () => Promise<T> | T, options?: TaskOptions): Promise<T> {
    const release = await this.acquire(key, options);
    const beganAt = performance.now();
    try {
      return await task();
    } finally {
      const restMs = (performance.now() - beganAt) * this.#options.restPerContendedTask;
      if (restMs > 0 && this.#options.arrivals.hasOthersThan(key)) setTimeout(release, Math.min(restMs, maxRestMs)).unref();
      else release();
    }
  }

  /**
   * Takes a place that the caller gives back.
   * @returns gives the place back, calling it again does nothing; a promise of it where there is no room yet
   * @throws QueueFull, CallerGone
   */
  acquire(key: string, { isGone = () => false, hasPriority = false }: TaskOptions = {}): Promise<() => void> | (() => void) {
    const lane = this.#laneOf(key, hasPriority);
    this.#options.arrivals.note(key);
    if (lane.waiting.length === 0 && this.#hasRoom(lane)) return this.#begin(lane);
    return new Promise((resolve, reject) => {
      this.#enqueue(lane, { start: () => resolve(this.#begin(lane)), reject, isGone });
    });
  }

  #laneOf(key: string, hasPriority: boolean): Lane {
    const known = this.#lanesOf(hasPriority).get(key);
    if (known) return known;
    const lane = { key, hasPriority, running: 0, waiting: [] };
    this.#lanesOf(hasPriority).set(key, lane);
    return lane;
  }

  #lanesOf(hasPriority: boolean): Map<string, Lane> {
    return hasPriority ? this.#priorityLanes : this.#lanes;
  }

  #hasRoom({ key, running }: Lane): boolean {
    const { concurrency, concurrencyPerKey, concurrencyPerContendedKey } = this.#options;
    if (this.#running >= concurrency || running >= concurrencyPerKey) return false;
    return running < concurrencyPerContendedKey || !this.#options.arrivals.hasOthersThan(key);
  }

  #begin(lane: Lane): () => void {
    lane.running++;
    this.#running++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      lane.running--;
      this.#running--;
      this.#forgetIfIdle(lane);
      this.#startWaiting();
    };
  }

  #enqueue(lane: Lane, task: Task): void {
    const { maxWaiting, maxWaitingPerKey, maxWaitMs } = this.#options;
    if (this.#waiting >= maxWaiting) this.#dropGone();
    if (this.#waiting >= maxWaiting) this.#dropFromLongest(lane);
    if (this.#waiting >= maxWaiting || lane.waiting.length >= maxWaitingPerKey) {
      this.#forgetIfIdle(lane);
      task.reject(new QueueFull('too much is waiting'));
      return;
    }
    this.#lanesOf(lane.hasPriority).set(lane.key, lane); // it may have been idle, and forgotten, when room was made
    lane.waiting.push(task);
    this.#waiting++;
    if (maxWaitMs < Number.POSITIVE_INFINITY) this.#rejectAfter(maxWaitMs, lane, task);
  }

  #rejectAfter(maxWaitMs: number, lane: Lane, task: Task): void {
    const timer = setTimeout(() => {
      const place = lane.waiting.indexOf(task);
      if (place < 0) return;
      lane.waiting.splice(place, 1);
      this.#waiting--;
      this.#forgetIfIdle(lane);
      task.reject(new QueueFull('waited too long'));
    }, maxWaitMs);
    timer.unref();
  }

  #dropGone(): void {
    for (const lane of [...this.#priorityLanes.values(), ...this.#lanes.values()]) {
      const gone = lane.waiting.filter((task) => task.isGone());
      lane.waiting = lane.waiting.filter((task) => !gone.includes(task));
      this.#waiting -= gone.length;
      for (const task of gone) task.reject(new CallerGone('the caller has gone'));
      this.#forgetIfIdle(lane);
    }
  }

  /** Makes room for a key that has fewer tasks waiting than another one, or priority. */
  #dropFromLongest(newcomer: Lane): void {
    let longest: Lane | undefined;
    const least = newcomer.hasPriority ? 0 : newcomer.waiting.length + 1;
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length > Math.max(least, longest?.waiting.length ?? 0)) longest = lane;
    }
    if (!longest) return;
    this.#waiting--;
    longest.waiting.pop()?.reject(new QueueFull('too much is waiting'));
    this.#forgetIfIdle(longest);
  }

  #startWaiting(): void {
    if (this.#waiting === 0) return;
    this.#startFrom(this.#priorityLanes);
    this.#startFrom(this.#lanes);
  }

  #startFrom(lanes: Map<string, Lane>): void {
    // A lane that is put back at the end is visited again, after all others.
    for (const lane of lanes.values()) {
      if (this.#running >= this.#options.concurrency) return;
      if (lane.waiting.length === 0 || !this.#hasRoom(lane)) continue;
      lanes.delete(lane.key);
      lanes.set(lane.key, lane);
      this.#startNext(lane);
    }
  }

  #startNext(lane: Lane): void {
    for (let task = lane.waiting.shift(); task; task = lane.waiting.shift()) {
      this.#waiting--;
      if (!task.isGone()) {
        task.start();
        return;
      }
      task.reject(new CallerGone('the caller has gone'));
    }
    this.#forgetIfIdle(lane);
  }

  #forgetIfIdle(lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanesOf(lane.hasPriority).delete(lane.key);
  }
}
