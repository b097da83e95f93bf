import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { ClientBase } from 'pg';

// Each text gets a name, so that the server parses and plans it once per connection. The
// texts are few: lists build their WHERE from the filters that are present, values are
// always parameters. Should that ever change, the surplus runs unnamed instead of filling
// the server's memory.
const names = new Map<string, string>();
const mostNames = 1_000;

/**
 * In a statement: what plan is good depends on its values, so none is kept. The server compares
 * only what it believes plans to cost, and it knows nothing of a limit that is a parameter.
 */
export const planNotKept = '/* plan not kept */';

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames || text.includes(planNotKept)) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** The way Kysely queries a connection, with every statement prepared by name. @param before is called before each */
export function named(client: ClientBase, before = (): void => {}): PostgresPoolClient['query'] {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are not in use');
    const name = nameOf(text);
    before();
    return client.query({ text, values: [...values], ...(name && { name }) });
  }
  return query;
}
