import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { type Caller, FairQueue } from '../lib/fair-queue.ts';

const argon2Async = promisify(argon2);

/** Parameters of argon2id. */
export interface Cost {
  memoryKiB: number;
  passes: number;
}

const productionCost: Cost = { memoryKiB: 19_456, passes: 2 };
const parallelism = 1;
const saltLength = 16;
const tagLength = 32;

// A hash keeps a thread busy that file access and DNS also need, so one core is left free of hashes.
const maxConcurrency = Math.max(1, availableParallelism() - 1);
const maxWaiting = 100;
const maxWaitMs = 20_000;

const queue = new FairQueue({ concurrency: maxConcurrency, maxWaiting, maxWaitMs });
/** Longer than any valid address or password. Longer input is refused before it would occupy memory in the queue. */
export const maxCredentialLength = 1_024;
/** Hashes that no request waits for. */
const internalCaller: Caller = { key: '' };

/** The policy for new passwords: 10 to 72 code points, with a letter and a digit (docs/rules.md, Passwords). */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 10 && length <= 72 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}

/** @returns a strong password that nobody can guess */
export const generatePassword = (): string => `${randomBytes(12).toString('base64url')}-a1`;

/**
 * Hashes with argon2id.
 * @returns the PHC string, which contains cost and salt
 * @throws QueueFull, CallerGone
 */
export async function hashPassword(password: string, caller = internalCaller, cost: Cost = productionCost): Promise<string> {
  const salt = randomBytes(saltLength);
  return phc(cost, salt, await argon2id(password, salt, cost, caller));
}

const phc = (cost: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

/**
 * Compares a password with a hash in constant time.
 * @throws QueueFull, CallerGone; Error if the hash is not one of hashPassword()
 */
export async function verifyPassword(password: string, hash: string, caller = internalCaller): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error('unknown password hash format');
  const [, memoryKiB, passes, salt = '', tag = ''] = parts;
  const cost = { memoryKiB: Number(memoryKiB), passes: Number(passes) };
  const actual = await argon2id(password, Buffer.from(salt, 'base64'), cost, caller);
  return timingSafeEqual(actual, Buffer.from(tag, 'base64'));
}

/** A hash that no password fits. */
export const unusableHash = (): string => phc(productionCost, randomBytes(saltLength), randomBytes(tagLength));

/**
 * Takes as long as verifyPassword(), so that the time of a login does not show whether the address is known.
 * @throws QueueFull, CallerGone
 */
export async function verifyDummy(password: string, caller = internalCaller): Promise<false> {
  await verifyPassword(password, unusableHash(), caller);
  return false;
}

function argon2id(password: string, nonce: Buffer, { memoryKiB, passes }: Cost, caller: Caller): Promise<Buffer> {
  // The same letter can be composed of different code points on different systems.
  const message = password.normalize('NFC');
  const parameters: Argon2Parameters = { message, nonce, parallelism, tagLength, memory: memoryKiB, passes };
  return queue.run(caller, () => argon2Async('argon2id', parameters));
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
