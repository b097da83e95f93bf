/** @returns a signal that SIGINT (Ctrl-C) and SIGTERM abort */
export function abortOnSignals(): AbortSignal {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  return stopping.signal;
}
