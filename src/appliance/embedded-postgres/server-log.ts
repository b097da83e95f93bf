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

/** The log file of the server. It is rotated by size: the part before the rotation is kept in a second file. */
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

  /** Rotates the file from now on whenever it is too large. */
  startRotation(): void {
    this.#timer ??= setInterval(() => {
      this.#checking ??= this.#rotateIfLarge().finally(() => {
        this.#checking = undefined;
      });
    }, checkIntervalMs).unref();
  }

  async stopRotation(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  lastLine(): string {
    const lines = readFileSync(this.#file, 'utf8').trim().split('\n');
    return lines.findLast((line) => /FATAL|ERROR|PANIC|error/.test(line)) ?? lines.at(-1) ?? 'its log is empty';
  }

  /** Copies and empties the file, because the server keeps it open. Lines that are written between the two are lost. */
  async #rotateIfLarge(): Promise<void> {
    try {
      if ((await stat(this.#file)).size <= maxBytes) return;
      const rotated = `${this.#file}.1`;
      await rm(rotated, { force: true });
      await copyFile(this.#file, rotated, constants.COPYFILE_EXCL);
      await truncate(this.#file);
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'the log of PostgreSQL cannot be rotated');
    }
  }
}
