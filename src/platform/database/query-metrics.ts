import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import type { PoolName, StatementReport } from './database.ts';

/** Characters of a statement that are enough to know it by. */
const maxTextLength = 400;

/** Counts every statement, and names those in the log that took so many milliseconds or longer. */
export function reportStatements(slow: number, metrics: Metrics, log: Logger): StatementReport {
  const seconds = (pool: PoolName) => metrics.statementSeconds.labels({ pool });
  const histograms = {
    readers: seconds('readers'),
    heavy: seconds('heavy'),
    replica: seconds('replica'),
    writers: seconds('writers'),
    counters: seconds('counters'),
  };
  return (pool, text, ms) => {
    histograms[pool].observe(ms / 1_000);
    if (ms < slow) return;
    metrics.slowStatements.inc({ pool });
    // Values are parameters and stay out of the text.
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength);
    log.warn({ pool, ms: Math.round(ms), statement }, 'a statement was slow');
  };
}
