import { AsyncLocalStorage } from 'node:async_hooks';
import type { ControlledTransaction } from 'kysely';
import type { Tables } from './tables.ts';

// A request with an Idempotency-Key makes all of its changes in one transaction, in which its answer is stored too. The
// code that handles it need not know: what it does with `db.transaction()`, `db.statement()` and `db.read` joins.

type Tx = ControlledTransaction<Tables>;

interface Scope {
  transaction: RequestTransaction;
  /** the work runs in a part of the transaction already, so further parts need not wait for their turn */
  isInPart: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** The transaction that database work joins here and now, if there is one. */
export function currentRequestTransaction(): RequestTransaction | undefined {
  const transaction = scopes.getStore()?.transaction;
  return transaction?.isEnded ? undefined : transaction;
}

/** Runs work whose changes are committed at once and stay, whatever becomes of the request. */
export const outsideRequestTransaction = <T>(work: () => T): T => scopes.exit(work);

/** Runs something that must see the changes of the request: after its commit, and never after a rollback. */
export function afterCommit(run: () => void): void {
  const transaction = currentRequestTransaction();
  if (transaction) transaction.afterCommit(run);
  else outsideRequestTransaction(run);
}

/** One transaction for all changes of a request. It begins with the first of them. */
export class RequestTransaction {
  readonly #begin: () => Promise<Tx>;
  readonly #prepare: (tx: Tx) => Promise<void>;
  readonly #afterCommit: (() => void)[] = [];
  #opening: Promise<Tx> | undefined;
  #open: Tx | undefined;
  /** the last part that was started: parts run one after another, as their savepoints have to be nested */
  #lastPart: Promise<unknown> = Promise.resolve();
  isEnded = false;

  /** @param prepare runs first in the transaction; when it throws, so does all database work of the request */
  constructor(begin: () => Promise<Tx>, prepare: (tx: Tx) => Promise<void>) {
    this.#begin = begin;
    this.#prepare = prepare;
  }

  /** Runs the handling of the request, whose database work joins. */
  run<T>(work: () => T): T {
    return scopes.run({ transaction: this, isInPart: false }, work);
  }

  /** For reads: sees the changes of the request so far. Undefined while there are none. */
  get reader(): Tx | undefined {
    return this.isEnded ? undefined : this.#open;
  }

  /** Runs work as a part that can fail without the other parts, as a transaction of its own could. */
  part<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (scopes.getStore()?.isInPart) return this.#runPart(work);
    const part = this.#lastPart.then(() => this.#runPart(work));
    this.#lastPart = part.catch(() => {});
    return part;
  }

  afterCommit(run: () => void): void {
    this.#afterCommit.push(run);
  }

  /**
   * Ends the transaction.
   * @param last the last change in it; a transaction that did not begin yet begins for it
   */
  async commit(last?: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#lastPart;
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
    outsideRequestTransaction(() => {
      for (const run of this.#afterCommit) run();
    });
  }

  async rollback(): Promise<void> {
    this.isEnded = true;
    await this.#lastPart;
    const open = await this.#opening?.catch(() => undefined);
    if (open && !open.isCommitted && !open.isRolledBack) await rollback(open);
  }

  async #runPart<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = await this.#begun();
    const savepoint = await tx.savepoint('part').execute();
    try {
      const result = await scopes.run({ transaction: this, isInPart: true }, () => work(savepoint));
      await savepoint.releaseSavepoint('part').execute();
      return result;
    } catch (error) {
      await undo(savepoint);
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
async function undo(savepoint: ControlledTransaction<Tables, ['part']>): Promise<void> {
  try {
    await savepoint.rollbackToSavepoint('part').execute();
    await savepoint.releaseSavepoint('part').execute();
  } catch {}
}

/** The connection is released in any case. */
const rollback = (tx: Tx): Promise<void> =>
  tx
    .rollback()
    .execute()
    .catch(() => {});
