import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairQueue, type TaskOptions } from '../lib/fair-queue.ts';

export interface Cost {
  /** KiB */
  memory: number;
  passes: number;
}

const productionCost: Cost = { memory: 19_456, passes: 2 };
const parallelism = 1;
const saltLength = 16;
const tagLength = 32;

// One hash keeps a core busy for tens of milliseconds on a thread that files and DNS
// also need, so at least one core stays free of them.
const maxConcurrency = Math.max(1, availableParallelism() - 1);
/** More would wait for seconds. */
const maxWaiting = 100;
const maxWaitMs = 20_000;

/** Who waits for a hash: callers (networks, accounts) take turns by their key. */
export interface HashCaller extends TaskOptions {
  key: string;
}

const self: HashCaller = { key: '' };

const queue = new FairQueue({ concurrency: maxConcurrency, maxWaiting, maxWaitMs });

/** The policy for new passwords: 10 to 72 code points, with a letter and a digit (spec 5.4). */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  return length >= 10 && length <= 72 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}

/**
 * Hashes with argon2id into the PHC text form, which carries its own cost and salt.
 * @throws QueueFull, CallerGone
 */
export async function hashPassword(password: string, caller = self, cost: Cost = productionCost): Promise<string> {
  const salt = randomBytes(saltLength);
  return phc(cost, salt, await argon2id(password, salt, cost, caller));
}

const phc = (cost: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

/**
 * Compares in constant time.
 * @throws QueueFull, CallerGone; Error for a hash of another form, which is a fault of ours
 */
export async function verifyPassword(password: string, hash: string, caller = self): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error('unknown password hash format');
  const [, memory, passes, salt = '', tag = ''] = parts;
  const cost = { memory: Number(memory), passes: Number(passes) };
  const actual = await argon2id(password, Buffer.from(salt, 'base64'), cost, caller);
  return timingSafeEqual(actual, Buffer.from(tag, 'base64'));
}

/**
 * Costs what a real comparison costs, so that an unknown address answers no faster. Nothing is
 * kept from one to the next: the first costs what all cost, and none fails because another did.
 */
export async function verifyDummy(password: string, caller = self): Promise<false> {
  await verifyPassword(password, phc(productionCost, randomBytes(saltLength), randomBytes(tagLength)), caller);
  return false;
}

function argon2id(password: string, nonce: Buffer, cost: Cost, { key, ...options }: HashCaller): Promise<Buffer> {
  // The same letters typed on two systems may be composed differently.
  const message = password.normalize('NFC');
  const parameters: Argon2Parameters = { message, nonce, parallelism, tagLength, ...cost };
  const hash = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
    });
  return queue.run(key, hash, options);
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
