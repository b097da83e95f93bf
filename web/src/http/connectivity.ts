// Whether the service can be reached. A browser knows only whether it has a network, which may lead nowhere.

const askEvery = 3_000;

let isUp = true;
/** While it is down one question follows another; what an older one finds out does not count. */
let question = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  question++;
  clearTimeout(timer);
  if (!next) timer = setTimeout(ask, askEvery);
  if (next === isUp) return;
  isUp = next;
  for (const listener of listeners) listener();
}

/** Something came back, whatever it was. What was on its way when the network went says nothing. */
export function reportReachable(): void {
  if (navigator.onLine) set(true);
}

/** Nothing came back: it is asked for until something does. */
export function reportUnreachable(): void {
  if (isUp) set(false);
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  const mine = ++question;
  const isThere = await fetch('/ping', { cache: 'no-store', signal: AbortSignal.timeout(askEvery) }).then(
    () => true,
    () => false,
  );
  if (mine === question) set(isThere);
}

addEventListener('offline', () => set(false));
addEventListener('online', ask);
// Without a network the service may be there all the same, on this very machine.
if (!navigator.onLine) {
  isUp = false;
  void ask();
}

export const isOnline = (): boolean => isUp;

export function onConnectivityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
