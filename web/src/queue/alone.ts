// What waits is sent by one tab at a time, in its order, and nothing twice.

const name = 'callout-upload';
const beat = 2_000;
/** A tab that fell silent so long is gone. */
const silence = 8_000;

/** Runs the work while no other tab runs its own. */
export async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, work);
  // Locks exist in secure contexts only; over plain http in a local network a mark must do.
  while (Date.now() - Number(localStorage.getItem(name) ?? 0) < silence)
    await new Promise((resolve) => setTimeout(resolve, beat));
  const mark = (): void => localStorage.setItem(name, String(Date.now()));
  mark();
  const timer = setInterval(mark, beat);
  try {
    await work();
  } finally {
    clearInterval(timer);
    localStorage.removeItem(name);
  }
}
