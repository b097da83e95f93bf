import { applyChangedTargets } from '../../product/tickets/deadlines/refresh.ts';
import type { TargetSettings } from '../../product/tickets/deadlines/schemas.ts';
import { putTargets } from '../../product/tickets/deadlines/targets.ts';
import { projectByKey, type SeededData } from './seed-accounts.ts';

const hours: [string, string] = ['07:00', '18:00'];
const targets: TargetSettings = {
  timezone: 'Europe/Berlin',
  working_hours: { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: ['09:00', '13:00'] },
  holidays: [],
  take_within_minutes: { low: 1_320, normal: 480, high: 60 },
  finish_within_minutes: { normal: 2_640, high: 660 },
};

/** Sets targets for the first project of the printed client, whose oldest open tickets are late then. */
export async function seedDeadlines(data: SeededData): Promise<void> {
  const { deps, timeline } = data;
  const { owner, id } = projectByKey(data, 'quarter');
  await deps.db.transaction((tx) => putTargets(tx, owner, id, targets, timeline.now));
  await applyChangedTargets(deps);
}
