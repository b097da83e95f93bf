import type { Deps } from '../../platform/module/deps.ts';
import { seedAccounts } from './seed-accounts.ts';
import { seedActing } from './seed-acting.ts';
import { seedArrangement } from './seed-arrangement.ts';
import { seedDeadlines } from './seed-deadlines.ts';
import { seedNotifications } from './seed-notifications.ts';
import { seedPlaces } from './seed-places.ts';
import { seedPortal } from './seed-portal.ts';
import { scheduleRules } from './seed-rules.ts';
import { seedSignIns } from './seed-sign-ins.ts';
import { scheduleTickets } from './seed-tickets.ts';
import { seedWebhooks } from './seed-webhooks.ts';
import type { DemoLanguage } from './text.ts';
import { Timeline } from './timeline.ts';

/**
 * Fills an empty database with the data of the 60 days before `now`. It calls the actions that serve the
 * API, each with its own time, so journal, counters and timestamps are consistent.
 */
export async function seedDemo(deps: Deps, now: Date, language: DemoLanguage): Promise<void> {
  const timeline = new Timeline(now);
  const data = await seedAccounts({ ...deps, clock: () => timeline.now }, timeline, language);
  await seedSignIns(data);
  scheduleTickets(data);
  scheduleRules(data);
  await timeline.run();
  await seedArrangement(data);
  await seedDeadlines(data);
  await seedPlaces(data);
  await seedPortal(data);
  await seedNotifications(data);
  await seedWebhooks(data);
  await seedActing(data);
}
