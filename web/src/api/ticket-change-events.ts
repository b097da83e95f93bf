/** The ids of the tickets that changed; `any` when they are not known. */
export type TicketChange = number[] | 'any';

/** Stands among the ids of tickets for a change of reports of people without an account. */
export const reportsChanged = 0;

/** Joins two changes. */
export const mergeChanges = (one: TicketChange, other: TicketChange): TicketChange =>
  one === 'any' || other === 'any' ? 'any' : [...new Set([...one, ...other])];

/**
 * Applies the first change at once and the following ones together, once in an interval: with frequent changes the console
 * would otherwise read its lists all the time.
 * @param apply reads what changed
 * @param intervalMs the minimum between two calls of `apply`
 * @returns `add` takes a change; `stop` drops the changes that were not applied yet
 */
export function throttleChanges(
  apply: (change: TicketChange) => void,
  intervalMs: number,
): { add: (change: TicketChange) => void; stop: () => void } {
  let pending: TicketChange | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    timer = undefined;
    if (pending === undefined) return;
    const change = pending;
    pending = undefined;
    timer = setTimeout(next, intervalMs);
    apply(change);
  };
  return {
    add(change) {
      pending = pending === undefined ? change : mergeChanges(pending, change);
      if (timer === undefined) next();
    },
    stop: () => {
      clearTimeout(timer);
      pending = undefined;
    },
  };
}
