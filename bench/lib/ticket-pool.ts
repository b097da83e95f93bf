import type pg from 'pg';
import { personIdSql, type Role, type Size } from '../../testing/benchmark-data.ts';
import { type Job, type Load, runLoad } from './load-generator.ts';
import { idStep, seededUsers } from './seeded-users.ts';

const role: Role = 'worker';

/**
 * Inserts new tickets that workers can take, each once: ticket `first + i` lies where worker `i % workers` is a member.
 * @returns the first of them
 */
export async function insertNewTickets(db: pg.Client, size: Size, workers: number, count: number): Promise<number> {
  const { rows } = await db.query<{ first: number }>(`
    with places as (
      select k, o.id as object_id, o.project_id, p.client_id
      from generate_series(0, ${workers - 1}) as k
      cross join lateral (
        select project_id from project_workers
        where worker_id = ${personIdSql(role, `(k * ${idStep(size, role)})`)}::uuid and status = 'active' order by project_id limit 1
      ) as m
      join projects as p on p.id = m.project_id
      cross join lateral (select * from objects where project_id = p.id order by id limit 1) as o
    ), made as (
      insert into tickets (id, category, priority, description, address, project_id, object_id, client_id, created_at)
        overriding system value
      select last.id + 1 + i, 'electric', (array['low', 'normal', 'high'])[1 + i % 3]::ticket_priority,
        'The light in the hall flickers', 'Garden street 1', project_id, object_id, client_id, timestamptz '2029-01-01Z'
      from generate_series(0, ${count - 1}) as i join places on k = i % ${workers}, (select max(id) as id from tickets) as last
      order by i
      returning id, client_id, created_at
    ), told as (
      insert into ticket_events (ticket_id, action, to_status, actor_id, actor_name, created_at)
      select made.id, 'created', 'new', u.id, u.name, made.created_at from made join users as u on u.id = made.client_id
    )
    select min(id) as first from made`);
  await db.query(`select setval(pg_get_serial_sequence('tickets', 'id'), (select max(id) from tickets))`);
  return rows[0]?.first ?? 0;
}

/** New tickets for benchmarks that take tickets: each run states its maximum, and the rest is left to the next one. */
export class TicketPool {
  readonly #db: pg.Client;
  readonly #size: Size;
  readonly #tokens: string[];
  #next = 0;
  #end = 0;

  /** @param connections each of another worker */
  constructor(db: pg.Client, size: Size, connections: number) {
    this.#db = db;
    this.#size = size;
    this.#tokens = seededUsers(size, role, connections).map(({ token }) => token);
  }

  /** Takes tickets over HTTP. @param perSecond more than it takes in a second */
  load(perSecond: number, job: Omit<Job, 'requests' | 'series'>): Promise<Load> {
    return this.take(perSecond * (job.seconds + job.warmup), (first) => this.loadFrom(first, job));
  }

  /** Takes tickets over HTTP within take(). */
  loadFrom(first: number, job: Omit<Job, 'requests' | 'series'>): Promise<Load> {
    return runLoad({ ...job, requests: [], series: { first, tokens: this.#tokens } });
  }

  /** Runs something that takes tickets in order. @throws when there were too few */
  async take<T>(maxCount: number, run: (first: number) => Promise<T>): Promise<T> {
    const workers = this.#tokens.length;
    if (this.#end - this.#next < maxCount) {
      const count = Math.ceil(maxCount / workers) * workers * 2;
      this.#next = await insertNewTickets(this.#db, this.#size, workers, count);
      this.#end = this.#next + count;
      await this.#db.query('vacuum tickets');
    }
    const result = await run(this.#next);
    const { rows } = await this.#db.query<{ last: number | null }>(
      `select max(id) as last from tickets where id >= $1 and id < $2 and status <> 'new'`,
      [this.#next, this.#end],
    );
    const usedCount = (rows[0]?.last ?? this.#next - 1) + 1 - this.#next;
    this.#next += Math.ceil(usedCount / workers) * workers;
    if (this.#next >= this.#end) throw new Error('more tickets were taken than there were');
    return result;
  }
}
