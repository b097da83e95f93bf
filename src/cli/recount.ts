import { sql } from 'kysely';
import { openDatabase } from '../platform/database/database.ts';
import { hours } from '../platform/lib/duration.ts';
import { findSumDifferences, repairSums } from '../product/reporting/stats/recount-sums.ts';
import type { CounterDifference } from '../product/tickets/recount-counters.ts';
import { findCounterDifferences, repairCounters } from '../product/tickets/recount-counters.ts';
import { findDateRangeDifferences, repairDateRanges } from '../product/tickets/recount-date-ranges.ts';
import { findStatDifferences, repairStats } from '../product/tickets/recount-stats.ts';
import { findSummaryDifferences, repairSummaries } from '../product/tickets/recount-summaries.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { type Command, commandContext, exitCodes } from './command.ts';

export const command: Command = {
  summary:
    'Repairs counters, summaries, numbers and ranges of dates of tickets, while the service runs, and prints what differed.',
  usage: '[--check]',
  flags: { check: `only prints what differs; exit code ${exitCodes.failed} when something does` },
  run: async ({ flags }) => {
    const { config, log } = commandContext();
    const checkOnly = flags.has('check');
    const connection = await attachDatabase(config, log);
    try {
      const db = openDatabase(connection.owner, log, undefined, { timeoutMs: hours(24) });
      try {
        const steps = checkOnly
          ? [findCounterDifferences, findSummaryDifferences, findDateRangeDifferences, findStatDifferences, findSumDifferences]
          : [repairCounters, repairSummaries, repairDateRanges, repairStats, repairSums];
        const differences: CounterDifference[] = [];
        for (const step of steps) {
          const found = await db.longTransaction(async (tx) => {
            await sql`set local statement_timeout = 0`.execute(tx); // counting many millions of tickets takes minutes
            return step(tx);
          });
          differences.push(...found);
        }
        for (const { table, key, stored, counted } of differences) console.log(`${table} ${key}: ${stored}, counted ${counted}`);
        console.log(`${differences.length} counters ${checkOnly ? 'differ' : 'differed and are repaired'}`);
        return checkOnly && differences.length > 0 ? exitCodes.failed : 0;
      } finally {
        await db.close();
      }
    } finally {
      await connection[Symbol.asyncDispose]();
    }
  },
};
