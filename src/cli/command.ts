import type { Logger } from 'pino';
import { type Config, commandSettings, loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';

/** One subcommand of `callout`. */
export interface Command {
  /** one line for `callout --help` */
  summary: string;
  /** what follows the name, such as `FILE` or `[--check]`; empty unless given */
  usage?: string;
  /** more of `callout <command> --help` */
  details?: string;
  /** switches without a value, each with what it does */
  flags?: Readonly<Record<string, string>>;
  /** what takes a value, such as `--to DIR`, each with its meaning */
  options?: Readonly<Record<string, string>>;
  /** how many arguments it takes besides flags; none unless given; `any`: it checks them itself */
  positionals?: number | 'any';
  /**
   * @returns the exit code; undefined for a service that goes on running, and for success
   * @throws UsageError, ConfigError; any other error ends the command with exit code 1
   */
  run: (args: {
    positionals: string[];
    flags: ReadonlySet<string>;
    options: ReadonlyMap<string, string>;
  }) => Promise<number | undefined>;
}

/** The command line is wrong; the message says how it is meant. */
export class UsageError extends Error {}

/** Exit codes of all commands (docs/commands.md). */
export const exitCodes = { failed: 1, wrongUsage: 2, filesMissing: 3 } as const;

/** The settings and the log of a command that runs beside a service. */
export function commandContext(): { config: Config; log: Logger } {
  const config = loadConfig(commandSettings());
  return { config, log: createLog(config.logLevel) };
}

/** @returns a signal that SIGINT (Ctrl-C) and SIGTERM abort */
export function abortOnSignals(): AbortSignal {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  return stopping.signal;
}

/** A part does not work. */
export class CheckFailure extends Error {
  /** what to do about it, when it is not what is usually to do */
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
