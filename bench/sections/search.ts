import { type Role, type Size, sizeOf } from '../../testing/benchmark-data.ts';
import { send } from '../../testing/http-client.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { inTurns, noRounds, roundsText } from '../lib/in-turns.ts';
import { type Job, runLoad } from '../lib/load-generator.ts';
import { requestsFor, seededUsers } from '../lib/seeded-users.ts';
import { type Plan, rotated } from '../lib/statistics.ts';

// Searches of two words with a filter beside plain lists, and what plain lists keep of their rate beside searches.

/** One ticket of 200 has both words, one of 20, or every one. */
export const searchWords = { rare: 'lift basement', frequent: 'door evening', every: 'number evening' } as const;
export type SearchWords = keyof typeof searchWords;
const kinds = Object.keys(searchWords) as SearchWords[];

/** Milliseconds, round by round. */
interface Times {
  p50: number[];
  p95: number[];
}

export interface SearchCost {
  tickets: number;
  cells: { role: Role; plain: Times; searches: Record<SearchWords, Times> }[];
  searchesPerSecond: number;
  /** Plain lists a second beside that many searches, and without them. */
  beside: { role: Role; alone: number[]; withSearches: number[] }[];
}

const roles = ['client', 'worker', 'admin'] as const;
const searchesPerSecond = 10;
const connections = 10;
const filters = ['status=closed', 'priority=high', 'category=elevator'];

export async function measureSearch(environment: BenchEnvironment, plan: Plan): Promise<SearchCost> {
  const { url } = await environment.service(await environment.copy(plan.main));
  const found: SearchCost = {
    tickets: plan.main,
    cells: await searchTimes(environment, url, plan),
    searchesPerSecond,
    beside: [],
  };
  found.beside = await ratesBesideSearches(environment, url, plan);
  return found;
}

async function searchTimes(environment: BenchEnvironment, url: string, plan: Plan): Promise<SearchCost['cells']> {
  const { main, rounds, seconds, warmup } = plan;
  const none = (): Times => ({ p50: [], p95: [] });
  const cells = roles.map((role) => ({ role, plain: none(), searches: { rare: none(), frequent: none(), every: none() } }));
  for (let round = 0; round < rounds; round++) {
    for (const { role, plain, searches } of cells) {
      for (const kind of rotated(['plain', ...kinds] as const, round)) {
        const times = kind === 'plain' ? plain : searches[kind];
        const requests = kind === 'plain' ? requestsFor(role, main, 50) : searchesOf(sizeOf(main), role, searchWords[kind]);
        const { p50, p95 } = await runLoad({ url, connections: 1, warmup, seconds, requests });
        times.p50.push(p50);
        times.p95.push(p95);
      }
    }
  }
  for (const { role, plain, searches } of cells) {
    const { rare, frequent, every } = searches;
    const p95 = { plain: plain.p95, rare: rare.p95, frequent: frequent.p95, every: every.p95 };
    environment.log(`p95 of ${role}: ${roundsText(p95, 1)}`);
  }
  return cells;
}

export const searchesOf = (size: Size, role: Role, words: string): Job['requests'] =>
  seededUsers(size, role).flatMap(({ token }) =>
    filters.map((filter) => ({ method: 'GET', path: `/ext/tickets?q=${encodeURIComponent(words)}&${filter}`, token })),
  );

async function ratesBesideSearches(environment: BenchEnvironment, url: string, plan: Plan): Promise<SearchCost['beside']> {
  const { main, rounds, seconds, warmup } = plan;
  const states = ['alone', 'withSearches'] as const;
  const cells = roles.map((role) => ({ role, ...noRounds(states) }));
  const rateOf = async ({ role }: (typeof cells)[number], state: (typeof states)[number]): Promise<number> => {
    const searches = state === 'withSearches' ? new PacedSearches(url, sizeOf(main)) : undefined;
    const load = await runLoad({ url, connections, warmup, seconds, requests: requestsFor(role, main, connections) });
    await searches?.end();
    return load.perSecond;
  };
  await inTurns(rounds, cells, states, (cell) => cell, rateOf);
  for (const { role, ...rates } of cells) environment.log(`lists of ${role}: ${roundsText(rates)}`);
  return cells;
}

/** Sends searches of clients at a constant rate, whether the ones before are answered or not. */
class PacedSearches {
  readonly #timer: NodeJS.Timeout;
  readonly #answers: Promise<void>[] = [];

  constructor(url: string, size: Size) {
    const requests = searchesOf(size, 'client', searchWords.rare);
    this.#timer = setInterval(() => {
      const { path, token } = requests[this.#answers.length % requests.length] as Job['requests'][number];
      this.#answers.push(
        send(url, { method: 'GET', path, token }).then(({ status }) => {
          if (status !== 200) throw new Error(`a search was answered with ${status}`);
        }),
      );
    }, 1000 / searchesPerSecond);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#answers);
  }
}
