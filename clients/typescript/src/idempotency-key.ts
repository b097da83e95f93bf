/** @returns a random Idempotency-Key; without `crypto.randomUUID`, which pages without https lack */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
