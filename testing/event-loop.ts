/** CPU time of this thread in milliseconds. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Measures how long a piece of work keeps the event loop from its next turn, in CPU time of this thread, so that neither a busy machine
 * nor what other threads do counts.
 * @returns what the work returns, and the CPU time in milliseconds of the longest turn of the event loop meanwhile
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; longestTurnMs: number }> {
  let longestTurnMs = 0;
  let lastMs = threadCpuMs();
  let isRunning = true;
  const measureTurn = (): void => {
    const nowMs = threadCpuMs();
    longestTurnMs = Math.max(longestTurnMs, nowMs - lastMs);
    lastMs = nowMs;
    if (isRunning) setImmediate(measureTurn);
  };
  setImmediate(measureTurn);
  try {
    const result = await work();
    // The turn in which the work ended counts, too.
    await new Promise((resolve) => setImmediate(resolve));
    return { result, longestTurnMs };
  } finally {
    isRunning = false;
  }
}
