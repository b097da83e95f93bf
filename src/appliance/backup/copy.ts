import pg from 'pg';

// The two halves of COPY over a connection of `pg`, which knows the messages but leaves them to
// whoever sends the statement. Both hold a block at a time, never a table.

const blockSize = 1024 * 1024;

/** What a connection can do beyond its types. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `copy ... to stdout`: its rows in blocks, as fast as they are taken. */
export class CopyOut implements pg.Submittable {
  rows = 0;
  readonly #statement: string;
  #connection: pg.Connection | undefined;
  #pieces: Buffer[] = [];
  #size = 0;
  #done = false;
  #error: Error | undefined;
  #wake = (): void => {};

  constructor(statement: string) {
    this.#statement = statement;
  }

  async *blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#error) throw this.#error;
      if (this.#size >= blockSize || (this.#done && this.#size > 0)) {
        const block = Buffer.concat(this.#pieces);
        this.#pieces = [];
        this.#size = 0;
        yield block;
        this.#connection?.stream.resume();
      } else if (this.#done) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  /** One row. Its bytes lie in a buffer that is used again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.rows++;
    this.#pieces.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size < blockSize) return;
    this.#connection?.stream.pause();
    this.#wake();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done = true;
    this.#wake();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#wake();
  }
}

/** `copy ... from stdin`. */
export class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #asked = Promise.withResolvers<CopyConnection>();
  readonly #finished = Promise.withResolvers<number>();
  #failed = false;
  #rows = 0;

  constructor(statement: string) {
    this.#statement = statement;
    this.#asked.promise.catch(() => {}); // both fail together, and one of them may not be waited for
    this.#finished.promise.catch(() => {});
  }

  /** @throws what the server says of the rows so far */
  async write(block: Buffer): Promise<void> {
    const connection = await this.#asked.promise;
    if (this.#failed) await this.#finished.promise;
    connection.sendCopyFromChunk(block);
    const { stream } = connection;
    if (!stream.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        stream.off('drain', settle).off('close', settle);
        resolve();
      };
      stream.on('drain', settle).on('close', settle);
    });
  }

  /** @returns how many rows were taken */
  async end(): Promise<number> {
    const connection = await this.#asked.promise;
    if (!this.#failed) connection.endCopyFrom();
    return this.#finished.promise;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#asked.resolve(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/\d+$/.exec(text)?.[0]);
  }

  handleReadyForQuery(): void {
    this.#finished.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#failed = true;
    this.#asked.reject(error);
    this.#finished.reject(error);
  }
}

/** A connection for hours of work: nothing that an operator has set for requests ends it. */
export async function openConnection(config: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {}); // what runs on it fails
  await client.connect();
  await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  return client;
}

export const quoted = pg.escapeIdentifier;
