import { AsyncLocalStorage } from 'node:async_hooks';
import type { ControlledTransaction } from 'kysely';
import type { Tables } from './tables.ts';

// A request with an Idempotency-Key makes all of its changes in one transaction, in which its answer is stored too. The
// code that handles it need not know: what it does with `db.transaction()`, `db.statement()` and `db.read` joins.

type Tx = ControlledTransaction<Tables>;

/** What database work does here and now. */
type Scope =
  /** it joins the transaction of a request */
  | { transaction: RequestTransaction; parts: Parts }
  /** it belongs to a caller that holds, or may hold, a connection */
  | { held: HeldConnection; database: object };

/**
 * The kind of a connection. Whoever holds a connection and waits for another one of the same pool waits for ever when all holders do. So the holder of a writer
 * gets a further connection from the reserve, and the holder of one of the reserve gets none.
 */
export type HeldConnection = 'writer' | 'reserve';

const scopes = new AsyncLocalStorage<Scope>();

/** The transaction that database work joins here and now, if there is one. */
export function currentRequestTransaction(): RequestTransaction | undefined {
  const scope = scopes.getStore();
  return scope && 'transaction' in scope && !scope.transaction.isEnded ? scope.transaction : undefined;
}

/** The connection of a database that the caller holds or may hold, apart from that of a request whose transaction it joins. */
export function heldConnection(database: object): HeldConnection | undefined {
  const scope = scopes.getStore();
  return scope && 'held' in scope && scope.database === database ? scope.held : undefined;
}

/** Runs work of the holder of a connection. */
export const holdingConnection = <T>(database: object, held: HeldConnection, work: () => T): T =>
  scopes.run({ held, database }, work);

/** Runs work whose changes are committed at once and stay, whatever becomes of the request. It gets connections of the reserve. */
export function outsideRequestTransaction<T>(work: () => T): T {
  const transaction = currentRequestTransaction();
  return transaction ? holdingConnection(transaction.database, 'writer', work) : work();
}

/** Runs something that must see the changes of the request: after its commit, and never after a rollback. */
export function afterCommit(run: () => void): void {
  const transaction = currentRequestTransaction();
  if (transaction) transaction.afterCommit(run);
  else scopes.exit(run);
}

/** Parts of a transaction, or of one of its parts. They run one after another, because their savepoints have to be nested. */
class Parts {
  readonly savepoint: string;
  readonly #depth: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(depth: number) {
    this.#depth = depth;
    this.savepoint = `part_${depth}`;
  }

  /** Those of a part of these. */
  nested(): Parts {
    return new Parts(this.#depth + 1);
  }

  add<T>(run: () => Promise<T>): Promise<T> {
    const part = this.#last.then(run);
    this.#last = part.catch(() => {});
    return part;
  }

  /** Resolves when none is left, also of those that were added meanwhile. */
  async ended(): Promise<void> {
    let last: Promise<unknown> | undefined;
    while (last !== this.#last) {
      last = this.#last;
      await last;
    }
  }
}

/** One transaction for all changes of a request. It begins with the first of them. */
export class RequestTransaction {
  readonly database: object;
  readonly #begin: () => Promise<Tx>;
  readonly #prepare: (tx: Tx) => Promise<void>;
  readonly #afterCommit: (() => void)[] = [];
  #opening: Promise<Tx> | undefined;
  #open: Tx | undefined;
  readonly #parts = new Parts(0);
  isEnded = false;

  /** @param prepare runs first in the transaction; when it throws, so does all database work of the request */
  constructor(database: object, begin: () => Promise<Tx>, prepare: (tx: Tx) => Promise<void>) {
    this.database = database;
    this.#begin = begin;
    this.#prepare = prepare;
  }

  /** Runs the handling of the request, whose database work joins. */
  run<T>(work: () => T): T {
    return scopes.run({ transaction: this, parts: this.#parts }, work);
  }

  /** For reads: sees the changes of the request so far. Undefined while there are none. */
  get reader(): Tx | undefined {
    return this.isEnded ? undefined : this.#open;
  }

  /** Runs work as a part that can fail without the other parts, as a transaction of its own could. */
  part<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const scope = scopes.getStore();
    const parts = scope && 'transaction' in scope && scope.transaction === this ? scope.parts : this.#parts;
    return parts.add(() => this.#runPart(parts, work));
  }

  afterCommit(run: () => void): void {
    this.#afterCommit.push(run);
  }

  /**
   * Ends the transaction.
   * @param last the last change in it; a transaction that did not begin yet begins for it
   */
  async commit(last?: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#parts.ended();
    try {
      if (!last && !this.#opening) return;
      const tx = await this.#begun();
      await last?.(tx);
      await tx.commit().execute();
    } catch (error) {
      await this.rollback();
      throw error;
    } finally {
      this.isEnded = true;
    }
    scopes.exit(() => {
      for (const run of this.#afterCommit) run();
    });
  }

  async rollback(): Promise<void> {
    this.isEnded = true;
    await this.#parts.ended();
    const open = await this.#opening?.catch(() => undefined);
    if (open && !open.isCommitted && !open.isRolledBack) await rollback(open);
  }

  async #runPart<T>(parts: Parts, work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = await this.#begun();
    const savepoint = await tx.savepoint(parts.savepoint).execute();
    const nested = parts.nested();
    try {
      const result = await scopes.run({ transaction: this, parts: nested }, () => work(savepoint)).finally(() => nested.ended());
      await savepoint.releaseSavepoint(parts.savepoint).execute();
      return result;
    } catch (error) {
      await undo(savepoint, parts.savepoint);
      throw error;
    }
  }

  #begun(): Promise<Tx> {
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async #start(): Promise<Tx> {
    const tx = await this.#begin();
    try {
      await this.#prepare(tx);
    } catch (error) {
      await rollback(tx);
      throw error;
    }
    this.#open = tx;
    return tx;
  }
}

/** It fails when the connection was lost, whose error is thrown already. */
async function undo(tx: ControlledTransaction<Tables, string[]>, savepoint: string): Promise<void> {
  try {
    await tx.rollbackToSavepoint(savepoint).execute();
    await tx.releaseSavepoint(savepoint).execute();
  } catch {}
}

/** The connection is released in any case. */
const rollback = (tx: Tx): Promise<void> =>
  tx
    .rollback()
    .execute()
    .catch(() => {});
