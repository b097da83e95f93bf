/** Ctrl-C and SIGTERM end a long command in order, once it looks at this. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  return stopping.signal;
}
