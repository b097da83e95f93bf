import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db } from './open.ts';

/** A place in a statement that gets its value when the statement runs. */
class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

type Values = Record<string, unknown>;
export type Slots<V extends Values> = <K extends keyof V>(name: K) => RawBuilder<V[K]>;

/**
 * Builds a statement once per shape and then only fills in values: building costs as much
 * as everything else that a list does in this process (measured: 0.4 ms).
 * @param build receives the shape and `slot(name)` for each value, and must depend on nothing else
 */
export function shaped<Shape, V extends Values, Row>(
  build: (shape: Shape, slot: Slots<V>) => Compilable<Row>,
): (db: Db, shape: Shape, values: V) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  const slot: Slots<V> = (name) => sql`${new Slot(name)}`;
  return async (db, shape, values) => {
    const key = JSON.stringify(shape);
    let query = compiled.get(key);
    if (!query) {
      query = build(shape, slot).compile();
      compiled.set(key, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name as string] : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
