import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { invalidValue } from '../../../platform/http/errors.ts';
import { requireTimeZone } from '../../../platform/http/validation.ts';
import { requireClient } from '../../identity/users/queries.ts';
import { requireProject } from '../../places/projects/queries.ts';
import type { Actor } from '../../visibility.ts';
import { priorities } from '../tables.ts';
import type { DefaultTargets, ProjectTargets, TargetSettings } from './schemas.ts';
import type { MinutesByPriority } from './tables.ts';
import { type WorkingHours, weekdays } from './working-clock.ts';

const columns = ['timezone', 'working_hours', 'holidays', 'take_within', 'finish_within'] as const;

interface TargetRow {
  timezone: string;
  working_hours: WorkingHours | null;
  holidays: string[];
  take_within: MinutesByPriority;
  finish_within: MinutesByPriority;
}

const noTargets: TargetRow = { timezone: 'UTC', working_hours: null, holidays: [], take_within: {}, finish_within: {} };

/** Reads the targets of a project. @throws 404 missing or not visible */
export async function getTargets(db: Db, actor: Actor, projectId: number): Promise<ProjectTargets> {
  await requireProject(db, actor, projectId);
  const query = db.selectFrom('project_targets').select(columns).where('project_id', '=', projectId);
  return present((await query.executeTakeFirst()) ?? noTargets);
}

/** Reads what a client has set for all of its projects. @throws 404 no client, or another one than the actor */
export async function getDefaultTargets(db: Db, actor: Actor, clientId: string): Promise<DefaultTargets> {
  await requireClient(db, actor, clientId);
  const query = db.selectFrom('default_targets').select(columns).where('client_id', '=', clientId);
  const ownTargets = db
    .selectFrom('project_targets as target')
    .innerJoin('projects as p', 'p.id', 'target.project_id')
    .select('p.id')
    .where('p.client_id', '=', clientId)
    .where('target.is_default', '=', false)
    .orderBy('p.id');
  return {
    ...present((await query.executeTakeFirst()) ?? noTargets),
    projects_with_own_targets: (await ownTargets.execute()).map(({ id }) => id),
  };
}

function present({ timezone, working_hours, holidays, take_within, finish_within }: TargetRow): ProjectTargets {
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
  const values = { ...checked(settings), changed_at: now, is_default: false };
  await requireProject(tx, actor, projectId, 'forShare');
  await tx
    .insertInto('project_targets')
    .values({ project_id: projectId, ...values, version: 1 })
    .onConflict((existing) =>
      existing.column('project_id').doUpdateSet({ ...values, version: sql<number>`project_targets.version + 1` }),
    )
    .execute();
}

/** Gives a project the targets that its client has set for all. @throws 404 missing or not visible */
export async function deleteTargets(tx: Tx, actor: Actor, projectId: number, now: Date): Promise<void> {
  const { client_id: clientId } = await requireProject(tx, actor, projectId);
  await lockDefaults(tx, clientId);
  await requireProject(tx, actor, projectId, 'forShare');
  await tx
    .updateTable('project_targets')
    .set({ is_default: true })
    .where('project_id', '=', projectId)
    .where('is_default', '=', false)
    .execute();
  await copyDefaults(tx, clientId, now, projectId);
}

/**
 * Replaces the targets of all projects of a client that have none of their own.
 * @throws 400 as putTargets(); 404 no client, or another one than the actor
 */
export async function putDefaultTargets(
  tx: Tx,
  actor: Actor,
  clientId: string,
  settings: TargetSettings,
  now: Date,
): Promise<void> {
  const values = { ...checked(settings), changed_at: now };
  await requireClient(tx, actor, clientId);
  await lockDefaults(tx, clientId);
  await tx
    .insertInto('default_targets')
    .values({ client_id: clientId, ...values })
    .onConflict((existing) => existing.column('client_id').doUpdateSet(values))
    .execute();
  await copyDefaults(tx, clientId, now);
}

/** Also keeps back new projects of the client, whose targets a trigger copies (100_default_targets.sql). */
async function lockDefaults(tx: Tx, clientId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', clientId).forUpdate().execute();
}

/** @param projectId undefined: all projects of the client that have no targets of their own */
async function copyDefaults(tx: Tx, clientId: string, now: Date, projectId?: number): Promise<void> {
  const none = JSON.stringify({});
  await sql`
    insert into project_targets (project_id, timezone, working_hours, holidays, take_within, finish_within, has_targets, version,
      changed_at, is_default)
    select p.id, coalesce(d.timezone, ${noTargets.timezone}), d.working_hours, coalesce(d.holidays, '[]'),
      coalesce(d.take_within, ${none}), coalesce(d.finish_within, ${none}), coalesce(d.has_targets, false), 1, ${now}, true
    from projects as p left join default_targets as d on d.client_id = p.client_id
    where p.client_id = ${clientId} and ${projectId === undefined ? sql`true` : sql`p.id = ${projectId}`}
    order by p.id for share of p
    on conflict (project_id) do update set
      timezone = excluded.timezone, working_hours = excluded.working_hours, holidays = excluded.holidays,
      take_within = excluded.take_within, finish_within = excluded.finish_within, has_targets = excluded.has_targets,
      version = project_targets.version + 1, changed_at = excluded.changed_at
    where project_targets.is_default`.execute(tx);
}

function checked(settings: TargetSettings) {
  const { timezone, working_hours, holidays = [], take_within_minutes, finish_within_minutes } = settings;
  requireTimeZone(timezone);
  requireWorkingHours(working_hours as WorkingHours | undefined);
  const minutes = [take_within_minutes, finish_within_minutes];
  return {
    timezone,
    working_hours: working_hours === undefined ? null : JSON.stringify(working_hours),
    holidays: JSON.stringify([...new Set(holidays)].sort()),
    take_within: JSON.stringify(take_within_minutes),
    finish_within: JSON.stringify(finish_within_minutes),
    has_targets: minutes.some((byPriority) => priorities.some((priority) => byPriority[priority] !== undefined)),
  };
}

function requireWorkingHours(hours: WorkingHours | undefined): void {
  if (hours === undefined) return;
  const days = Object.values(hours).filter((day) => day !== null);
  if (days.length === 0) throw invalidValue('working_hours', `must have at least one of ${weekdays.join(', ')}`);
  if (days.some(([from]) => from === '24:00')) throw invalidValue('working_hours', 'must begin before 24:00');
}
