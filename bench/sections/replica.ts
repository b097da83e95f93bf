import { setTimeout as sleep } from 'node:timers/promises';
import { type Size, seed, sizeOf } from '../../testing/benchmark-data.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { createDatabase } from '../../testing/postgres.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { inTurns, roundsText } from '../lib/in-turns.ts';
import { runLoad } from '../lib/load-generator.ts';
import { requestsFor, seededUsers } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';

// What plain lists keep of their rate beside ten exports, when the primary reads those and when a replica does. Primary,
// replica, service and load tool share the machine.

export interface ReplicaGain {
  tickets: number;
  connections: number;
  /** what the replica takes over */
  exports: number;
  /** plain lists of clients a second, round by round */
  alone: number[];
  onPrimary: number[];
  onReplica: number[];
  /** exports that ended meanwhile */
  finished: { onPrimary: number[]; onReplica: number[] };
  /** statements of exports that the primary took although there was a replica, because that was behind */
  onPrimaryNevertheless: number[];
}

const connections = 10;
const exporters = 10;
const retryMs = 100;

export async function measureReplica(environment: BenchEnvironment, plan: Plan): Promise<ReplicaGain | undefined> {
  const installed = findInstalledPostgres(18);
  if (!installed) {
    environment.log('not measured: no PostgreSQL 15, 16 or 17 is installed here');
    return undefined;
  }
  const { main, rounds, seconds, warmup } = plan;
  const primary = await startInstalledPostgres(installed);
  environment.onRelease(primary.stop);
  const { url } = await createDatabase(primary);
  await seed(url, main);
  const standby = await startInstalledPostgres(installed, primary.url);
  environment.onRelease(standby.stop);
  const replicaUrl = new URL(url);
  replicaUrl.host = new URL(standby.url).host;
  const without = await environment.service({ url });
  const withReplica = await environment.service({ url }, { DATABASE_REPLICA_URL: replicaUrl.href });
  const found: ReplicaGain = {
    tickets: main,
    connections,
    exports: exporters,
    alone: [],
    onPrimary: [],
    onReplica: [],
    finished: { onPrimary: [], onReplica: [] },
    onPrimaryNevertheless: [],
  };
  const requests = requestsFor('client', main, connections);
  const kinds = ['alone', 'onPrimary', 'onReplica'] as const;
  await inTurns(
    rounds,
    [found],
    kinds,
    (all) => all,
    async (_, kind) => {
      const { url: base } = kind === 'onReplica' ? withReplica : without;
      const exports = kind === 'alone' ? undefined : new Exports(base, sizeOf(main));
      const before = await exportStatements(base);
      const load = await runLoad({ url: base, connections, warmup, seconds, requests });
      const finished = await exports?.end();
      const after = await exportStatements(base);
      if (kind === 'onReplica') {
        if (after.replica === before.replica) throw new Error('the replica read nothing');
        found.onPrimaryNevertheless.push(after.primary - before.primary);
      }
      if (kind !== 'alone') found.finished[kind].push(finished ?? 0);
      return load.perSecond;
    },
  );
  const { alone, onPrimary, onReplica } = found;
  environment.log(roundsText({ alone, onPrimary, onReplica }));
  return found;
}

/** How many statements of exports each server has answered. A replica also counts the questions for its position. */
async function exportStatements(url: string): Promise<{ primary: number; replica: number }> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const countOf = (pool: string): number =>
    Number(new RegExp(`^callout_db_statement_duration_seconds_count\\{pool="${pool}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
  return { primary: countOf('heavy'), replica: countOf('replica') };
}

/** Clients who export their tickets again and again. As many run at once as the service lets, the others wait for their turn. */
class Exports {
  readonly #ending = new AbortController();
  readonly #ended: Promise<unknown>;
  #finished = 0;

  constructor(url: string, size: Size) {
    this.#ended = Promise.all(seededUsers(size, 'client', exporters).map(({ token }) => this.#work(url, token)));
    this.#ended.catch(() => {}); // end() throws it
  }

  /** @returns how many exports it has read to their end */
  async end(): Promise<number> {
    this.#ending.abort();
    await this.#ended;
    return this.#finished;
  }

  async #work(url: string, token: string): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        const answer = await fetch(`${url}/ext/tickets.csv`, { headers: { authorization: `Bearer ${token}` }, signal });
        await answer.arrayBuffer();
        if (answer.status === 503) await sleep(retryMs);
        else if (answer.status === 200) this.#finished++;
        else throw new Error(`an export was answered with ${answer.status}`);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
}
