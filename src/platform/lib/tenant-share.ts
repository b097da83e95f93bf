/** How many instances serve requests on the same database, this one included (service/live-instances.ts). */
export const liveInstances = { count: 1 };

/** How many tasks of one tenant or one key run at the same time. */
export interface Share {
  /** while no other tenant is active */
  alone: number;
  /** while other tenants are active; all instances divide it among themselves */
  besideOthers: number;
}

/** @param share a number: whether or not others are active */
export const toShare = (share: number | Share): Share =>
  typeof share === 'number' ? { alone: share, besideOthers: share } : share;

/** Whether one more task may run in this instance. @param areOthersActive called only when it matters */
export function hasRoom({ alone, besideOthers }: Share, running: number, areOthersActive: () => boolean): boolean {
  if (running >= alone) return false;
  return running < partOf(besideOthers) || !areOthersActive();
}

/**
 * How many times its duration a task beside others keeps its slot after its end. Where the instances together have more slots than the
 * share, because each has at least one, it is longer, so that they give it no more time than one instance.
 * @param factor that of one instance
 */
export function cooldownFactor({ besideOthers }: Share, factor: number): number {
  if (besideOthers === Number.POSITIVE_INFINITY) return factor;
  const excess = (partOf(besideOthers) * liveInstances.count) / besideOthers;
  return excess * (1 + factor) - 1;
}

const partOf = (share: number): number => Math.ceil(share / liveInstances.count);
