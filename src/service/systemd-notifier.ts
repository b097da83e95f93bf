import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Environment } from '../platform/config/config.ts';

const run = promisify(execFile);

/** How often a process that works reports within the time after which systemd restarts it. */
const reportsPerTimeout = 3;
/** systemd-notify waits until systemd has read the message. */
const sendTimeoutMs = 5_000;

/**
 * Sends systemd the state of a unit of Type=notify, and of WatchdogSec that the event loop still turns. Elsewhere it does nothing. Node
 * has no datagram sockets of Unix, so the program systemd-notify sends, which comes with systemd.
 */
export class SystemdNotifier {
  readonly #env: Environment;
  readonly #log: Logger;
  readonly #watchdogMs: number | undefined;
  #isReporting = false;
  #hasFailed = false;

  /** @param env with NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, as systemd sets them */
  constructor(env: Environment, log: Logger) {
    this.#env = env;
    this.#log = log;
    this.#watchdogMs = watchdogMsOf(env);
  }

  /** The service answers requests. @param status what `systemctl status` shows */
  async ready(status: string): Promise<void> {
    if (this.#watchdogMs !== undefined) setInterval(() => void this.#report(), this.#watchdogMs / reportsPerTimeout).unref();
    await this.#send('READY=1', `STATUS=${status}`);
  }

  /** The service refuses new requests. */
  async stopping(): Promise<void> {
    await this.#send('STOPPING=1');
  }

  /** One report at a time: a machine under load would otherwise collect processes. */
  async #report(): Promise<void> {
    if (this.#isReporting) return;
    this.#isReporting = true;
    await this.#send('WATCHDOG=1');
    this.#isReporting = false;
  }

  async #send(...assignments: string[]): Promise<void> {
    if (!this.#env['NOTIFY_SOCKET']) return;
    try {
      await run('systemd-notify', assignments, { env: this.#env, timeout: sendTimeoutMs });
      this.#hasFailed = false;
    } catch (error) {
      // Once: the next reports fail for the same reason.
      if (!this.#hasFailed) this.#log.error({ reason: (error as Error).message }, 'systemd cannot be notified');
      this.#hasFailed = true;
    }
  }
}

/** @returns undefined without a watchdog, and with that of another process */
function watchdogMsOf(env: Environment): number | undefined {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: pid = String(process.pid) } = env;
  const ms = Number(microseconds ?? 0) / 1_000;
  return socket && pid === String(process.pid) && ms > 0 ? ms : undefined;
}
