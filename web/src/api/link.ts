// Whether the service can be reached. A browser knows only whether it has a network, which may lead nowhere.

const askEvery = 3_000;

let isUp = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === isUp) return;
  isUp = next;
  for (const listener of listeners) listener();
}

/** Something came back, whatever it was. What was on its way when the network went says nothing. */
export function answered(): void {
  if (navigator.onLine) up();
}

function up(): void {
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
    .then(up)
    .catch(() => {
      timer = undefined;
      unanswered();
    });
}

addEventListener('offline', unanswered);
addEventListener('online', ask);
if (!navigator.onLine) unanswered(); // the service may be there all the same, on this very machine

export const isLinkUp = (): boolean => isUp;

export function onLink(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
