/**
 * Waits for a time.
 * @param signal ends the wait early, without an error
 */
export function delay(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
