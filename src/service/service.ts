/** How long running requests may take during a shutdown (docs/rules.md, Timeouts). */
export const requestGraceMs = 15_000;
/**
 * A shutdown that takes longer is aborted: requestGraceMs, and the time for deliveries and pools. The stop timeouts of
 * systemd units, compose files and supervisors must be longer.
 */
export const shutdownTimeoutMs = 22_000;

/** A running service. */
export interface Service {
  port: number;
  /** Finishes running requests and jobs, then closes the pools and stops the embedded server. */
  stop(): Promise<void>;
}
