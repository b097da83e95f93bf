import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { connectPostgres } from '../../testing/postgres.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

const database = await cloneDatabase();
const db = await connectPostgres(database.url);
after(async () => {
  await db.end();
  await database.drop();
});

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
