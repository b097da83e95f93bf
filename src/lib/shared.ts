/**
 * Work that many ask for: done once at a time, and what it came to serves whoever asks within so many
 * milliseconds after. A failure is told to those who waited for it, and not kept.
 */
export function sharedFor<T>(lifetime: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let kept: { result: T; until: number } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return Promise.resolve(kept.result);
    running ??= work()
      .then((result) => {
        kept = { result, until: performance.now() + lifetime };
        return result;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
