import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { copyFile, rm, stat, truncate } from 'node:fs/promises';
import type { Logger } from 'pino';

const maxBytes = 10 * 1024 * 1024;
const checkIntervalMs = 5_000;
/** A symbolic link is refused: the service may be root, and the folder another user's. */
const appendFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

/**
 * Settings that keep values of rows out of the log: without them a violated constraint logs the statement and the row's key,
 * such as an e-mail address.
 */
export const logSettings = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  lc_messages: 'C',
};

/** The log file of the server, with a bounded size, and its former part beside it. */
export class ServerLog {
  readonly #file: string;
  readonly #log: Logger;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  /** Calls back with the file descriptor that the server writes to. */
  withFile<T>(use: (descriptor: number) => T): T {
    const descriptor = openSync(this.#file, appendFlags, 0o600);
    try {
      return use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** From here on the file is cut whenever it is too large. */
  startCutting(): void {
    this.#timer ??= setInterval(() => {
      this.#checking ??= this.#cutIfLarge().finally(() => {
        this.#checking = undefined;
      });
    }, checkIntervalMs).unref();
  }

  async stopCutting(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  lastLine(): string {
    const lines = readFileSync(this.#file, 'utf8').trim().split('\n');
    return lines.findLast((line) => /FATAL|ERROR|PANIC|error/.test(line)) ?? lines.at(-1) ?? 'its log is empty';
  }

  /** Copies it and empties it, because the server keeps the file open; what it writes between the two is lost. */
  async #cutIfLarge(): Promise<void> {
    try {
      if ((await stat(this.#file)).size <= maxBytes) return;
      const former = `${this.#file}.1`;
      await rm(former, { force: true });
      await copyFile(this.#file, former, constants.COPYFILE_EXCL);
      await truncate(this.#file);
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'the log of PostgreSQL cannot be cut');
    }
  }
}
