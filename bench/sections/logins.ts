import { password, sizeOf } from '../../testing/benchmark-data.ts';
import { send } from '../../testing/http-client.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { runLoad } from '../lib/load-generator.ts';
import { requestsFor } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';

// Twenty people sign in, again and again, while others read: argon2id takes a core for each.

export interface Logins {
  connections: number;
  /** p99 of a client's page in milliseconds, round by round */
  idle: number[];
  beside: number[];
  loginsPerSecond: number[];
}

const waiting = 20;
const connections = 50;

export async function measureLogins(environment: BenchEnvironment, { main, rounds, seconds, warmup }: Plan): Promise<Logins> {
  const { url } = await environment.service(await environment.copy(main));
  const reads = { url, connections, warmup, seconds, requests: requestsFor('client', main, connections) };
  const found: Logins = { connections, idle: [], beside: [], loginsPerSecond: [] };
  for (let round = 0; round < rounds; round++) {
    found.idle.push((await runLoad(reads)).p99);
    const crowd = new Crowd(url, sizeOf(main).clients);
    const began = performance.now();
    found.beside.push((await runLoad(reads)).p99);
    found.loginsPerSecond.push((await crowd.end()) / ((performance.now() - began) / 1000));
  }
  environment.log(`p99 ${found.idle.map(Math.round).join(' ')} ms, beside ${waiting} logins ${found.beside.map(Math.round)} ms`);
  return found;
}

/** People who sign in until they are told to stop. */
class Crowd {
  readonly #lanes: Promise<void>[];
  #ended = false;
  #done = 0;

  constructor(url: string, accounts: number) {
    this.#lanes = Array.from({ length: waiting }, async (_, lane) => {
      for (let i = lane; !this.#ended; i += waiting) {
        const body = { email: `client${i % accounts}@example.com`, password };
        // Each from an address of its own, or the limit would answer.
        const ip = `10.${lane}.${(i >> 8) & 255}.${i & 255}`;
        const { status } = await send(url, { method: 'POST', path: '/auth/login', body, ip });
        if (status !== 200) throw new Error(`a login was answered with ${status}`);
        this.#done++;
      }
    });
  }

  /** @returns how many logins there were */
  async end(): Promise<number> {
    this.#ended = true;
    const done = this.#done;
    await Promise.all(this.#lanes);
    return done;
  }
}
