import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures } from '../../testing/fixtures.ts';
import { connectPostgres } from '../../testing/postgres.ts';

const fixtures = await Fixtures.create();

// Codes live for 15 minutes, so a scan of their table is short.
const withoutIndex = ['bind_codes_bot'];

it('each foreign key has an index, so that deleting a referenced row scans no table', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
          select attname from pg_attribute where attrelid = c.conrelid and attnum = i.indkey[0]))))
    order by 1`.execute(fixtures.db.read);
  assert.deepEqual(
    rows.map(({ name }) => name),
    withoutIndex,
  );
});

it('DELETE /users/{id} uses indexes to find what the account did', async () => {
  for (const [table, column, index] of [
    ['tickets', 'assigned_by', 'tickets_by_assigner'],
    ['tickets', 'closed_by', 'tickets_by_closer'],
    ['ticket_events', 'actor_id', 'ticket_events_by_actor'],
  ] as const) {
    // The statement of the foreign key's own trigger. So small a table would be scanned otherwise.
    const plan = await fixtures.transaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<string, string>>`
        explain update only ${sql.table(table)} set ${sql.ref(column)} = null
        where ${fixtures.anna.id}::uuid operator(pg_catalog.=) ${sql.ref(column)}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    assert.match(plan, new RegExp(`\\b${index}\\b`), plan);
  }
});

describe('similar words of a search', async () => {
  const db = await connectPostgres(fixtures.url);
  after(() => db.end());

  /** @returns the words that are looked up in the index for a search */
  async function lookups(words: string, keepsKnownWords: boolean): Promise<string[]> {
    const found: string[] = [];
    const note = ({ message }: { message?: string | undefined }): void => void found.push(message ?? '');
    db.on('notice', note);
    await db.query('select similar_ticket_query($1, null, $2)', [words, keepsKnownWords]);
    db.off('notice', note);
    return found;
  }

  it('a search looks each similar word up once, and no beginning of a word', async () => {
    await db.query(`
      create or replace function is_ticket_word(word tsquery) returns boolean language plpgsql stable as $$
      begin
        raise notice '%', word;
        return false;
      end $$`);
    for (const keepsKnownWords of [true, false]) {
      const found = await lookups('basement lift', keepsKnownWords);
      assert(found.length > 800, `${found.length} words`);
      assert.equal(new Set(found).size, found.length);
      assert(!found.includes("'basemen':*"));
      assert.equal(found.includes("'basement':*"), keepsKnownWords);
    }
    assert.deepEqual(await lookups('ab', true), ["'ab':*"]);
    assert.deepEqual(await lookups('ab', false), []);
  });
});
