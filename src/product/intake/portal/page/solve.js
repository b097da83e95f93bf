// @ts-check
// Solves the challenge of a portal in a thread of its own: finds the number whose SHA-256 with the salt is the challenge. It has its own
// SHA-256, because crypto.subtle exists over https only, and calling it for each number would take longer.

const constants = Uint32Array.from({ length: 64 }, (_, i) => fraction(prime(i), 1 / 3));
const start = Uint32Array.from({ length: 8 }, (_, i) => fraction(prime(i), 1 / 2));

/** @param {number} index */
function prime(index) {
  let found = -1;
  for (let candidate = 2; ; candidate++) {
    let divisor = 2;
    while (candidate % divisor !== 0) divisor++;
    if (divisor === candidate && ++found === index) return candidate;
  }
}

/**
 * The first 32 bits of the fraction of a root.
 * @param {number} number
 * @param {number} exponent
 */
function fraction(number, exponent) {
  const root = number ** exponent;
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/**
 * @param {number} word
 * @param {number} bits
 */
const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

const schedule = new Int32Array(64);

/**
 * Adds a block of 64 bytes to a hash.
 * @param {Int32Array} hash
 * @param {DataView} view
 * @param {number} offset
 */
function addBlock(hash, view, offset) {
  for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [at(schedule, i - 15), at(schedule, i - 2)];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    schedule[i] = (at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(schedule, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) hash[i] = (at(hash, i) + (added[i] ?? 0)) | 0;
}

/**
 * @param {Int32Array | Uint32Array} words
 * @param {number} index
 */
const at = (words, index) => words[index] ?? 0;

const buffer = new Uint8Array(512);
const view = new DataView(buffer.buffer);

/**
 * The SHA-256 of the first bytes of the buffer.
 * @param {number} length
 */
function hashBuffer(length) {
  const blocks = (length + 9 + 63) >> 6;
  buffer.fill(0, length, blocks * 64);
  buffer[length] = 0x80;
  view.setUint32(blocks * 64 - 4, length * 8);
  const hash = Int32Array.from(start);
  for (let i = 0; i < blocks; i++) addBlock(hash, view, i * 64);
  return hash;
}

/**
 * @param {string} salt
 * @param {string} challenge in hex
 * @param {number} max
 * @returns {number | undefined}
 */
function solve(salt, challenge, max) {
  const encoder = new TextEncoder();
  const { written: saltLength } = encoder.encodeInto(salt, buffer);
  const wanted = Array.from({ length: 8 }, (_, i) => Number.parseInt(challenge.slice(i * 8, i * 8 + 8), 16) | 0);
  for (let number = 0; number <= max; number++) {
    const { written } = encoder.encodeInto(String(number), buffer.subarray(saltLength));
    const hash = hashBuffer(saltLength + written);
    if (hash[0] === wanted[0] && wanted.every((word, i) => hash[i] === word)) return number;
  }
  return undefined;
}

self.addEventListener('message', ({ data: { salt, challenge, maxnumber } }) => {
  self.postMessage(solve(salt, challenge, maxnumber));
});
