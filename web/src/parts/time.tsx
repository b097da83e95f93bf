import { useSyncExternalStore } from 'react';
import { exact, relative } from '../words/dates.ts';

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
export function Ago({ at }: { at: string }) {
  const minute = useSyncExternalStore(listen, () => now);
  return (
    <time dateTime={at} title={exact(at)}>
      {relative(at, Math.max(minute, Date.now() - 30_000))}
    </time>
  );
}

export function Exact({ at }: { at: string }) {
  return (
    <time dateTime={at} title={relative(at)}>
      {exact(at)}
    </time>
  );
}
