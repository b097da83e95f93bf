import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { invalidValue } from '../../platform/http/errors.ts';
import { requireTimeZone } from '../../platform/http/require-time-zone.ts';
import { requireProject } from '../projects/queries.ts';
import { priorities } from '../tickets/tables.ts';
import type { Actor } from '../visibility.ts';
import type { ProjectTargets, TargetSettings } from './schemas.ts';
import type { MinutesByPriority } from './tables.ts';
import { type WorkingHours, weekdays } from './working-clock.ts';

const columns = ['timezone', 'working_hours', 'holidays', 'take_within', 'finish_within'] as const;

/** Reads the targets of a project. @throws 404 missing or not visible */
export async function getTargets(db: Db, actor: Actor, projectId: number): Promise<ProjectTargets> {
  await requireProject(db, actor, projectId);
  const row = await db.selectFrom('project_targets').select(columns).where('project_id', '=', projectId).executeTakeFirst();
  const { timezone, working_hours, holidays, take_within, finish_within } = row ?? {
    timezone: 'UTC',
    working_hours: null,
    holidays: [],
    take_within: {},
    finish_within: {},
  };
  return {
    timezone,
    working_hours: working_hours as ProjectTargets['working_hours'],
    holidays,
    take_within_minutes: withNulls(take_within),
    finish_within_minutes: withNulls(finish_within),
  };
}

const withNulls = (minutes: MinutesByPriority) => ({
  low: minutes.low ?? null,
  normal: minutes.normal ?? null,
  high: minutes.high ?? null,
});

/**
 * Replaces the targets of a project. A job then calculates the deadlines of its open tickets.
 * @throws 400 unknown time zone, or no working hours at all; 404 missing or not visible
 */
export async function putTargets(tx: Tx, actor: Actor, projectId: number, settings: TargetSettings, now: Date): Promise<void> {
  const { timezone, working_hours, holidays = [], take_within_minutes, finish_within_minutes } = settings;
  requireTimeZone(timezone);
  requireWorkingHours(working_hours as WorkingHours | undefined);
  await requireProject(tx, actor, projectId, 'forShare');
  const minutes = [take_within_minutes, finish_within_minutes];
  const values = {
    timezone,
    working_hours: working_hours === undefined ? null : JSON.stringify(working_hours),
    holidays: JSON.stringify([...new Set(holidays)].sort()),
    take_within: JSON.stringify(take_within_minutes),
    finish_within: JSON.stringify(finish_within_minutes),
    has_targets: minutes.some((byPriority) => priorities.some((priority) => byPriority[priority] !== undefined)),
    changed_at: now,
  };
  await tx
    .insertInto('project_targets')
    .values({ project_id: projectId, ...values, version: 1 })
    .onConflict((existing) =>
      existing.column('project_id').doUpdateSet({ ...values, version: sql<number>`project_targets.version + 1` }),
    )
    .execute();
}

function requireWorkingHours(hours: WorkingHours | undefined): void {
  if (hours === undefined) return;
  const days = Object.values(hours).filter((day) => day !== null);
  if (days.length === 0) throw invalidValue('working_hours', `must have at least one of ${weekdays.join(', ')}`);
  if (days.some(([from]) => from === '24:00')) throw invalidValue('working_hours', 'must begin before 24:00');
}
