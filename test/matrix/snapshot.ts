import { sql } from 'kysely';
import type { Fixtures } from '../../testing/fixtures.ts';

// All cells share one database: after each cell every table that was written is compared with the snapshot and
// restored where it differs. So no cell depends on the one before, and a refused request is known to have changed
// nothing. Triggers record which tables were written: comparing all of them takes longer than most requests.

/** Rate limit counters are not compared; they are emptied so that no cell exceeds a limit. */
const counters = 'rate_limits';

/** Triggers and foreign keys are disabled during a restore, so that it changes no counters and deletes no other rows. */
const restore = (statements: string[]) => `
  set local session_replication_role = replica;
  ${statements.join('\n')}
  set local session_replication_role = origin;`;

/** @returns SQL that restores a table without its generated columns, which the server computes */
const restoring = (name: string, columns: string): string =>
  `delete from public.${name}; insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name};`;

/** Triggers that record each statement which writes to one of these tables. */
const recordWrites = (tables: string[]): string => `
  create schema written;
  create table written.tables (name text not null);
  grant usage on schema written to public;
  grant select, delete on written.tables to public;
  create function written.record() returns trigger language plpgsql security definer as
    'begin insert into written.tables values (tg_table_name); return null; end';
  ${tables
    .flatMap((name) => [
      `create trigger record_write after insert or update or delete on public.${name} execute function written.record();`,
      `create trigger record_truncate after truncate on public.${name} execute function written.record();`,
    ])
    .join('\n')}`;

/** What differed from the snapshot. */
interface Changes {
  tables: string[];
  /** the security events that were written */
  auditEvents: string[];
}

export class Snapshot {
  readonly #fixtures: Fixtures;
  /** name and SQL that restores it */
  readonly #tables: Map<string, string>;
  #prints: Record<string, string | null> = {};
  #lastEventId = 0;

  private constructor(fixtures: Fixtures, tables: Map<string, string>) {
    this.#fixtures = fixtures;
    this.#tables = tables;
  }

  static async create(fixtures: Fixtures): Promise<Snapshot> {
    const { rows } = await sql<{ name: string; columns: string }>`
      select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> ${counters}
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by 1 order by 1`.execute(fixtures.db.read);
    const snapshot = new Snapshot(fixtures, new Map(rows.map(({ name, columns }) => [name, restoring(name, columns)])));
    await snapshot.#run(recordWrites([...snapshot.#tables.keys(), counters]));
    await snapshot.save();
    return snapshot;
  }

  /** From here on this is how the tables are put back. */
  async save(): Promise<void> {
    const copies = [...this.#tables.keys()].map((name) => `create table kept.${name} as table public.${name};`);
    await this.#run(`drop schema if exists kept cascade; create schema kept; ${copies.join('\n')}`);
    this.#prints = await this.#fingerprints([...this.#tables.keys()]);
    await this.#takeWritten();
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_events`.execute(
      this.#fixtures.db.read,
    );
    this.#lastEventId = rows[0]?.id ?? 0;
  }

  /** Restores the tables that were changed since the last call. */
  async restore(): Promise<Changes> {
    const written = await this.#takeWritten();
    const prints = await this.#fingerprints(written.filter((name) => name !== counters));
    const tables = Object.keys(prints).filter((name) => prints[name] !== this.#prints[name]);
    const auditEvents = tables.includes('audit_events') ? await this.#newAuditEvents() : [];
    const statements = tables.map((name) => this.#tables.get(name) ?? '');
    if (written.includes(counters)) statements.push(`delete from ${counters};`);
    if (statements.length > 0) await this.#run(restore(statements));
    return { tables, auditEvents };
  }

  /** Compares all tables, also those without a recorded write. @returns those that differ */
  async changed(): Promise<string[]> {
    const prints = await this.#fingerprints([...this.#tables.keys()]);
    return Object.keys(prints).filter((name) => prints[name] !== this.#prints[name]);
  }

  async #newAuditEvents(): Promise<string[]> {
    const events = this.#fixtures.db.read.selectFrom('audit_events').select('event').where('id', '>', this.#lastEventId);
    return (await events.orderBy('id').execute()).map(({ event }) => event);
  }

  /** @returns the tables that were written to since the last call */
  async #takeWritten(): Promise<string[]> {
    const { rows } = await this.#fixtures.db.statement((db) =>
      sql<{ name: string }>`delete from written.tables returning name`.execute(db),
    );
    return [...new Set(rows.map(({ name }) => name))].sort();
  }

  /** Rows that are there now and were not, and the other way round; a changed row is in both. */
  async differences(): Promise<{ table: string; now: boolean; row: Record<string, unknown> }[]> {
    const parts = [...this.#tables.keys()].flatMap((table) =>
      [true, false].map((now) => {
        const [these, those] = now ? [`public.${table}`, `kept.${table}`] : [`kept.${table}`, `public.${table}`];
        return `select '${table}' as "table", ${now} as now, to_jsonb(r) as row from (select * from ${these} except select * from ${those}) as r`;
      }),
    );
    const query = sql<{ table: string; now: boolean; row: Record<string, unknown> }>`${sql.raw(parts.join(' union all '))}`;
    const { rows } = await this.#fixtures.transaction((tx) => query.execute(tx)); // the application cannot read the copies
    return rows;
  }

  async #fingerprints(tables: string[]): Promise<Record<string, string | null>> {
    if (tables.length === 0) return {};
    const parts = tables.map(
      (name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as print from public.${name} as t`,
    );
    const { rows } = await sql<{ name: string; print: string | null }>`${sql.raw(parts.join(' union all '))}`.execute(
      this.#fixtures.db.read,
    );
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
  }

  /** @param statements each with a semicolon at its end */
  async #run(statements: string): Promise<void> {
    await this.#fixtures.transaction((tx) => sql.raw(`do $block$ begin ${statements} end $block$`).execute(tx));
  }
}
