// A refresh token works once, and a used one ends all sessions of its owner: only one refresh may run at a time.

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work while nobody else in the browser, or in this process, runs work under the same name.
 * @throws whatever the work throws
 */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Browsers, where other tabs count, and Deno. Web Locks do not exist on pages that came over plain http.
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request(name, work);
  const before = queues.get(name);
  const running = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  queues.set(name, running);
  try {
    return await running;
  } finally {
    if (queues.get(name) === running) queues.delete(name);
  }
}
