import { sql } from 'kysely';
import type { Fixtures } from '../../testing/fixtures.ts';

// All cells share one database: after each cell every table is compared with the snapshot and restored
// where it differs. So no cell depends on the one before, and a refused request is known
// to have changed nothing.

/** Rate limit counters are not compared; they are emptied so that no cell exceeds a limit. */
const counters = 'rate_limits';

/** Triggers and foreign keys are disabled during a restore, so that it changes no counters and deletes no other rows. */
const restore = (statements: string[]) => `
  set local session_replication_role = replica;
  ${statements.join('\n')}
  set local session_replication_role = origin`;

/** @returns SQL that restores a table without its generated columns, which the server computes */
async function restoring(fixtures: Fixtures, name: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    fixtures.db.read,
  );
  const columns = rows[0]?.columns;
  return `delete from public.${name}; insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name};`;
}

export class Snapshot {
  readonly #fixtures: Fixtures;
  readonly #tables: string[];
  #prints: Record<string, string | null> = {};
  #lastEventId = 0;

  private constructor(fixtures: Fixtures, tables: string[]) {
    this.#fixtures = fixtures;
    this.#tables = tables;
  }

  static async create(fixtures: Fixtures): Promise<Snapshot> {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> ${counters} order by 1`.execute(
      fixtures.db.read,
    );
    const snapshot = new Snapshot(
      fixtures,
      rows.map(({ name }) => name),
    );
    await snapshot.save();
    return snapshot;
  }

  /** From here on this is how the tables are put back. */
  async save(): Promise<void> {
    const copies = this.#tables.map((name) => `create table kept.${name} as table public.${name}`);
    await this.#run(`drop schema if exists kept cascade; create schema kept; ${copies.join(';\n')}`);
    this.#prints = await this.#fingerprints();
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_events`.execute(
      this.#fixtures.db.read,
    );
    this.#lastEventId = rows[0]?.id ?? 0;
  }

  /** The security events that were written since the tables were as in the snapshot. */
  async auditEvents(): Promise<string[]> {
    const events = this.#fixtures.db.read.selectFrom('audit_events').select('event').where('id', '>', this.#lastEventId);
    return (await events.orderBy('id').execute()).map(({ event }) => event);
  }

  /** @returns the tables that were changed since the last call, now as they were */
  async restore(): Promise<string[]> {
    const { [counters]: counted, ...prints } = await this.#fingerprints();
    const changed = this.#tables.filter((name) => prints[name] !== this.#prints[name]);
    const statements = await Promise.all(changed.map((name) => restoring(this.#fixtures, name)));
    if (counted) await this.#run(`delete from ${counters}`);
    if (changed.length > 0) await this.#run(restore(statements));
    return changed;
  }

  /** Rows that are there now and were not, and the other way round; a changed row is in both. */
  async differences(): Promise<{ table: string; now: boolean; row: Record<string, unknown> }[]> {
    const parts = this.#tables.flatMap((table) =>
      [true, false].map((now) => {
        const [these, those] = now ? [`public.${table}`, `kept.${table}`] : [`kept.${table}`, `public.${table}`];
        return `select '${table}' as "table", ${now} as now, to_jsonb(r) as row from (select * from ${these} except select * from ${those}) as r`;
      }),
    );
    const query = sql<{ table: string; now: boolean; row: Record<string, unknown> }>`${sql.raw(parts.join(' union all '))}`;
    const { rows } = await this.#fixtures.transaction((tx) => query.execute(tx)); // the application cannot read the copies
    return rows;
  }

  async #fingerprints(): Promise<Record<string, string | null>> {
    const parts = [...this.#tables, counters].map(
      (name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as print from public.${name} as t`,
    );
    const { rows } = await sql<{ name: string; print: string | null }>`${sql.raw(parts.join(' union all '))}`.execute(
      this.#fixtures.db.read,
    );
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
  }

  async #run(statements: string): Promise<void> {
    await this.#fixtures.transaction((tx) => sql.raw(`do $block$ begin ${statements}; end $block$`).execute(tx));
  }
}
