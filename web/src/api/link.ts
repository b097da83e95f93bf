// Whether the service can be reached. A browser knows only whether it has a network, which may lead nowhere.

const askEvery = 3_000;

let isUp = navigator.onLine;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === isUp) return;
  isUp = next;
  for (const listener of listeners) listener();
}

/** Something came back, whatever it was. */
export function answered(): void {
  clearTimeout(timer);
  timer = undefined;
  set(true);
}

/** Nothing came back: it is asked for until something does. */
export function unanswered(): void {
  set(false);
  timer ??= setTimeout(ask, askEvery);
}

function ask(): void {
  fetch('/ping', { cache: 'no-store', signal: AbortSignal.timeout(askEvery) })
    .then(answered)
    .catch(() => {
      timer = undefined;
      unanswered();
    });
}

addEventListener('offline', unanswered);
addEventListener('online', ask);

export const isLinkUp = (): boolean => isUp;

export function onLink(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
