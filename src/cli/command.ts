import { ConfigError } from '../platform/config/config.ts';

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
  /** how many arguments it takes besides flags; none unless given */
  positionals?: number;
  /**
   * @returns the exit code; undefined for a service that goes on running, and for success
   * @throws UsageError, ConfigError; any other error ends the command with exit code 1
   */
  run: (args: { positionals: string[]; flags: ReadonlySet<string> }) => Promise<number | undefined>;
}

/** The command line is wrong; the message says how it is meant. */
export class UsageError extends Error {}

/** Exit codes of all commands (docs/operations.md, Command line). */
export const exitCodes = { failed: 1, wrongUsage: 2, filesMissing: 3 } as const;

/** @returns the exit code for an error that ended a command */
export const exitCodeOf = (error: unknown): number =>
  error instanceof UsageError || error instanceof ConfigError ? exitCodes.wrongUsage : exitCodes.failed;
