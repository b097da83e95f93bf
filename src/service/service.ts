/** How long requests may go on after a stop was asked for (docs/rules.md, Timeouts). */
export const requestGraceMs = 15_000;
/**
 * After this time a stop is cut off: the grace of requests and what follows it, deliveries and pools. Unit files,
 * compose files and supervisors must wait longer.
 */
export const shutdownTimeoutMs = 22_000;

/** A service that listens, and how to stop it. */
export interface Service {
  port: number;
  /** Finishes what runs, then closes the pools and stops the embedded server. */
  stop(): Promise<void>;
}
