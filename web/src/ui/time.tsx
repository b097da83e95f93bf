import { formatDateTime, formatRelative, formatShort } from '../i18n/dates.ts';
import { createStore, useStore } from '../lib/create-store.ts';

const refreshIntervalMs = 30_000;

/** The current time for all relative times of a page, with one timer. */
const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), refreshIntervalMs);

/** The current time in milliseconds, renewed twice a minute. */
export const useNow = (): number => Math.max(useStore(now), Date.now() - refreshIntervalMs);

/** How long ago a time is, or in how long; the date and the zone are in the title. */
export function RelativeTime({ at }: { at: string }) {
  const time = useStore(now);
  return (
    <time dateTime={at} title={formatDateTime(at)} className="relative-time">
      {formatRelative(at, Math.max(time, Date.now() - refreshIntervalMs))}
    </time>
  );
}

/** A date with its time and zone; how long ago that is is in the title. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatRelative(at)}>
      {formatDateTime(at)}
    </time>
  );
}

/** A time in a few characters; the date, the zone and how long ago that is are in the title. */
export function ShortTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${formatDateTime(at)}, ${formatRelative(at)}`}>
      {formatShort(at)}
    </time>
  );
}
