/** How long a visit is expected to take, and when a working day begins and ends, until somebody says otherwise. */
const visitHours = 2;
const firstHour = 8;
const lastHour = 18;
const hourMs = 3_600_000;

interface Period {
  from: Date;
  to: Date;
}

/**
 * The first two hours of a day in which a worker has nothing; the first ones when there are none.
 * @param taken what the worker has, as the service tells it
 * @param begins the midnight with which the day begins
 */
export function freeTime(taken: readonly { from: string; to: string }[], begins: Date, now: Date): Period {
  const candidates = Array.from({ length: lastHour - firstHour - visitHours + 1 }, (_, index): Period => {
    const from = new Date(begins.getFullYear(), begins.getMonth(), begins.getDate(), firstHour + index);
    return { from, to: new Date(from.getTime() + visitHours * hourMs) };
  });
  const coming = candidates.filter(({ from }) => from >= now);
  const isFree = ({ from, to }: Period): boolean => taken.every((one) => new Date(one.to) <= from || new Date(one.from) >= to);
  // Late in the evening the next full hour is left.
  return coming.find(isFree) ?? coming[0] ?? nextHour(now);
}

function nextHour(now: Date): Period {
  const from = new Date(Math.ceil(now.getTime() / hourMs) * hourMs);
  return { from, to: new Date(from.getTime() + visitHours * hourMs) };
}

/** The same times of day on another day, whatever the clocks do. */
export function onDay({ from, to }: { from: string; to: string }, begins: Date): Period {
  const moved = (time: Date, days: number): Date =>
    new Date(
      ...([begins.getFullYear(), begins.getMonth(), begins.getDate() + days] as const),
      ...([time.getHours(), time.getMinutes()] as const),
    );
  const [start, end] = [new Date(from), new Date(to)];
  return { from: moved(start, 0), to: moved(end, end.toDateString() === start.toDateString() ? 0 : 1) };
}
