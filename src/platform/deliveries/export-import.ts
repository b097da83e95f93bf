import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { lifetime } from './deliver.ts';
import { makeQueues, queueNames } from './outbox.ts';

/** A delivery on its way from one database to another. */
export interface Moved {
  queue: string;
  data: { at?: string };
  /** not before */
  start_after: string;
}

/** What has not come to its end, seen by the transaction that this connection is in, in portions. */
export async function* exportDeliveries(client: pg.Client): AsyncGenerator<Moved[]> {
  const { rows: found } = await client.query(`select to_regclass('pgboss.job') is not null as there`);
  if (!found[0].there) return;
  await client.query(`declare deliveries cursor for
    select name as queue, data, start_after::text from pgboss.job where state in ('created', 'retry', 'active') order by created_on, id`);
  for (;;) {
    const { rows } = await client.query<Moved>('fetch 5000 from deliveries');
    if (rows.length === 0) return;
    yield rows;
  }
}

/** The queue's tables in a transaction that somebody else holds, to be filled there. */
export class DeliveryImport {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async into(client: pg.Client): Promise<DeliveryImport> {
    // The queue makes its tables in a transaction of its own, which here is a part of ours.
    const executeSql = async (text: string, values?: unknown[]) => {
      const part = text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
      const result = values ? await client.query(part, values) : await client.query(part);
      await client.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
      return result;
    };
    const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
    boss.on('error', () => {}); // what matters is thrown
    await boss.start();
    await makeQueues(boss);
    return new DeliveryImport(boss);
  }

  /** @returns how many are too old to be tried any more, as the service would find, and stay behind */
  async add(waiting: Moved[], now: Date): Promise<number> {
    const alive = waiting.filter(({ data }) => now.getTime() - Date.parse(data.at ?? '') < lifetime);
    for (const queue of queueNames) {
      const jobs = alive.filter((one) => one.queue === queue).map(({ data, start_after }) => ({ data, startAfter: start_after }));
      if (jobs.length > 0) await this.#boss.insert(queue, jobs);
    }
    return waiting.length - alive.length;
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}
