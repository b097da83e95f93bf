// Functions that tests run in the threads of the service.

export const double = (number: number): number => 2 * number;

export function fail(message: string): never {
  throw new Error(message);
}

/** Ends the thread, as running out of memory does. */
export const endThread = (): never => process.exit(1);

/** Waits until another thread has called it with the same memory. */
export function meet(waiting: Int32Array): string {
  if (Atomics.add(waiting, 0, 1) === 0) return Atomics.wait(waiting, 0, 1, 5_000);
  Atomics.notify(waiting, 0);
  return 'ok';
}

/** Never ends. */
export const hang = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
