/** Which tickets changed: these, or any. */
export type TicketChange = number[] | 'any';

/**
 * Reads one server-sent event of the stream of changes.
 * @param block the lines of the event
 * @returns its name and, of `tickets`, what changed; without `ids` any ticket may have changed (docs/api.md)
 */
export function parseEvent(block: string): { name: string | undefined; change: TicketChange } {
  const lines = block.split(/\r?\n/);
  const field = (name: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const { ids } = JSON.parse(field('data') || '{}') as { ids?: number[] };
  return { name: field('event'), change: ids ?? 'any' };
}

/** What two changes are together. */
export const mergeChanges = (one: TicketChange, other: TicketChange): TicketChange =>
  one === 'any' || other === 'any' ? 'any' : [...new Set([...one, ...other])];

/**
 * Applies the first change at once and those that follow together, at most once in an interval, so that frequent
 * changes do not make the console read its lists all the time.
 * @param apply reads what changed
 * @param intervalMs between two calls of `apply`
 * @returns `add` takes a change, `stop` drops what waits
 */
export function throttleChanges(
  apply: (change: TicketChange) => void,
  intervalMs: number,
): { add: (change: TicketChange) => void; stop: () => void } {
  let waiting: TicketChange | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const change = waiting;
    waiting = undefined;
    timer = setTimeout(next, intervalMs);
    apply(change);
  };
  return {
    add(change) {
      waiting = waiting === undefined ? change : mergeChanges(waiting, change);
      if (timer === undefined) next();
    },
    stop: () => {
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}
