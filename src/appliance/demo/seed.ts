import { type SeedDeps, seedAccounts } from './seed-accounts.ts';
import { scheduleRules } from './seed-rules.ts';
import { scheduleTickets } from './seed-tickets.ts';
import { Timeline } from './timeline.ts';

/**
 * Fills an empty database with the data of the 60 days before `now`. It calls the actions that serve the
 * API, each with its own time, so journal, counters and timestamps are consistent.
 */
export async function seedDemo(deps: SeedDeps, now: Date): Promise<void> {
  const timeline = new Timeline(now);
  const data = await seedAccounts(deps, timeline);
  scheduleTickets(deps, timeline, data);
  scheduleRules(deps, timeline, data);
  await timeline.run();
}
