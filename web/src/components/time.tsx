import { useSyncExternalStore } from 'react';
import { formatDateTime, formatRelative } from '../i18n/dates.ts';

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, 30_000);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How long ago; the exact moment with its zone on hover. */
export function RelativeTime({ at }: { at: string }) {
  const minute = useSyncExternalStore(listen, () => now);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, Math.max(minute, Date.now() - 30_000))}
    </time>
  );
}

export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatRelative(at)}>
      {formatDateTime(at)}
    </time>
  );
}
