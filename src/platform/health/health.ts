import { sql } from 'kysely';
import { countMissing } from '../database/migrate.ts';
import type { Deps } from '../capability/deps.ts';
import { remembered } from '../lib/memoize.ts';

/** How long one look at a part is good for, and how long it may take, in milliseconds. */
const freshFor = { database: 2_000, migrations: 15_000, storage: 15_000 };
const patience = 2_000;

type Part = keyof typeof freshFor;
/** Without these nothing can be answered; without storage all but photos can. */
export const vital: readonly Part[] = ['database', 'migrations'];
export const everyPart: readonly Part[] = [...vital, 'storage'];

/**
 * How the parts are that this process cannot do without. Whoever asks learns which one is ill; why
 * stands in the log. Each is looked at once in a while, however many ask.
 */
export class Health {
  readonly #parts: Record<Part, () => Promise<boolean | undefined>>;

  constructor({ db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>) {
    const part = (name: Part, look: () => Promise<unknown>): (() => Promise<boolean | undefined>) => {
      let well = true;
      const said = async (): Promise<boolean> => {
        const reason = await look().then(
          () => undefined,
          (error: Error) => error.message || error.name,
        );
        const before = well;
        well = reason === undefined;
        if (before && !well) log.error({ part: name, reason }, 'a part of the service is not well');
        if (!before && well) log.info({ part: name }, 'a part of the service is well again');
        return well;
      };
      return remembered(said, freshFor[name], patience);
    };
    this.#parts = {
      database: part('database', () => sql`select 1`.execute(db.read)),
      migrations: part('migrations', async () => {
        const missing = await countMissing(db.read);
        if (missing > 0) throw new Error(`${missing} migrations are missing`);
      }),
      storage: part('storage', () => storage.check()),
    };
  }

  /** @returns those of the parts that are not well */
  async failing(parts: readonly Part[]): Promise<Part[]> {
    const well = await Promise.all(parts.map((name) => this.#parts[name]()));
    return parts.filter((_, i) => !well[i]);
  }
}
