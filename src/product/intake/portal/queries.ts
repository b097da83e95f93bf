import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { tokenHash } from '../../../platform/security/tokens.ts';
import { getObject } from '../../places/objects/queries.ts';
import { type AnswerableAppointment, findAnswerable } from '../../tickets/appointments/answer.ts';
import { type Category, categories } from '../../tickets/tables.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { portalUrl, readToken } from './portal-token.ts';
import type { ObjectPortal, PortalItem, PortalQuery } from './schemas.ts';
import './tables.ts';

/** Equipment, as the public page of it shows it. */
export interface PortalEquipment {
  id: number;
  name: string;
  kind: string;
  location: string;
}

/** A portal that takes reports. */
export interface OpenPortal {
  id: string;
  object_id: number;
  /** name and address of the object */
  name: string;
  address: string;
  /** null: it is the portal of the object itself */
  equipment: PortalEquipment | null;
}

/** What the public pages of a portal have as their heading. */
export function headingOf({ name, address, equipment }: OpenPortal): { name: string; address: string } {
  if (!equipment) return { name, address };
  return { name: equipment.name, address: [equipment.location, name, address].filter((part) => part !== '').join(', ') };
}

/** Finds the portal of a token. @throws 404 no portal has it, or its equipment, object or project is disabled */
export async function findPortal(db: Db, token: string): Promise<OpenPortal> {
  const portal = await readPortal(db, token);
  if (!portal?.is_open) throw notFound('portal');
  const { is_open: _, ...open } = portal;
  return open;
}

/** @returns the portal of a token, whether it takes reports or not */
async function readPortal(db: Db, token: string): Promise<(OpenPortal & { is_open: boolean }) | undefined> {
  const hash = tokenHash(token);
  const { rows } = await sql<OpenPortal & { is_open: boolean }>`
    select l.id, o.id as object_id, o.name, o.address, l.equipment, l.is_active and o.is_active and p.is_active as is_open
    from (
      select id, object_id, null::json as equipment, true as is_active from object_portals where token_hash = ${hash}::bytea
      union all
      select e.id, q.object_id, json_build_object('id', q.id, 'name', q.name, 'kind', q.kind, 'location', q.location), q.is_active
      from equipment_portals as e join equipment as q on q.id = e.equipment_id where e.token_hash = ${hash}::bytea
    ) as l join objects as o on o.id = l.object_id join projects as p on p.id = o.project_id`.execute(db);
  return rows[0];
}

/** Counts what is reported of the object or the equipment of a portal and not solved yet: tickets that are not closed, and open reports. */
export async function countOpen(
  db: Db,
  { object_id, equipment }: Pick<OpenPortal, 'object_id' | 'equipment'>,
): Promise<Record<Category, number>> {
  const ofEquipment = equipment
    ? {
        tickets: sql`and id in (select ticket_id from ticket_equipment where equipment_id = ${equipment.id})`,
        reports: sql`and equipment_id = ${equipment.id}`,
      }
    : { tickets: sql``, reports: sql`` };
  const { rows } = await sql<{ category: Category; n: number }>`
    select category, count(*)::integer as n from (
      select category from tickets where object_id = ${object_id} and status <> 'closed' ${ofEquipment.tickets}
      union all
      select coalesce(category, 'other') from portal_reports where object_id = ${object_id} and status = 'open' ${ofEquipment.reports}
    ) as reported group by category`.execute(db);
  const counts = new Map(rows.map(({ category, n }) => [category, n]));
  return Object.fromEntries(categories.map((category) => [category, counts.get(category) ?? 0])) as Record<Category, number>;
}

/** `canceled`: the ticket was closed without the work. */
export type ReporterState = 'open' | 'dismissed' | 'accepted' | 'in_progress' | 'done' | 'closed' | 'canceled';

/**
 * Finds a report of the object of a portal, which may be that of equipment of the object, with the state of its ticket. What a worker found
 * has no public page.
 * @throws 404 token or report unknown
 */
export async function findReport(db: Db, token: string, reportId: string) {
  const portal = await readPortal(db, token);
  if (!portal || !uuid.test(reportId)) throw notFound('report');
  const report = await db
    .selectFrom('portal_reports as r')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .leftJoin('tickets as t', 't.id', 'r.ticket_id')
    // Both tables belong to modules that may be missing: then they are empty.
    .leftJoin('project_targets as g', 'g.project_id', 'p.id')
    .leftJoin('notification_preferences as n', 'n.user_id', 'p.client_id')
    .leftJoin('report_ratings as a', 'a.report_id', 'r.id')
    .select([
      'r.id',
      'r.status',
      'r.text',
      'r.reason',
      'r.created_at',
      'r.decided_at',
      'r.ticket_id',
      't.status as ticket_status',
    ])
    .select(['r.email', 'r.email_confirmed_at', 'r.mails_ended_at', 'a.rating'])
    .select(sql<boolean>`t.cancel_reason is not null`.as('is_canceled'))
    // Nobody has chosen the default of the preferences.
    .select(sql<string | null>`coalesce(g.timezone, nullif(n.timezone, 'UTC'))`.as('timezone'))
    .where('r.id', '=', reportId)
    .where('r.object_id', '=', portal.object_id)
    .where('r.reported_by_name', '=', '')
    .executeTakeFirst();
  if (!report) throw notFound('report');
  return { portal, report };
}

/** Finds what the reporter may answer of the appointment of the ticket. */
export const findReportAppointment = async (
  db: Db,
  { ticket_id }: { ticket_id: number | null },
  now: Date,
): Promise<AnswerableAppointment> =>
  ticket_id === null ? { appointment: null, windows: [], has_declined: false } : findAnswerable(db, ticket_id, now);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Followed {
  status: 'open' | 'accepted' | 'merged' | 'dismissed';
  ticket_status: string | null;
  is_canceled: boolean;
}

/** How far a report is, for its reporter. */
export function stateOf({ status, ticket_status, is_canceled }: Followed): ReporterState {
  if (status === 'open' || status === 'dismissed') return status;
  switch (ticket_status) {
    case 'in_progress':
    case 'rejected':
      return 'in_progress';
    case 'done':
      return 'done';
    case 'confirmed':
    case 'closed':
      return is_canceled ? 'canceled' : 'closed';
    default:
      return 'accepted';
  }
}

/** Reads the portal of an object. @throws 404 object missing or not visible */
export async function getPortal(db: Db, config: Config, actor: Actor, objectId: number, baseUrl: string): Promise<ObjectPortal> {
  await getObject(db, actor, objectId);
  const portal = await db
    .selectFrom('object_portals')
    .select(['id', 'token_secret', 'created_at'])
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return presentPortal(config, portal, baseUrl);
}

/** Reads the portal of equipment. @throws 404 equipment missing, or its project not visible */
export async function getEquipmentPortal(
  db: Db,
  config: Config,
  actor: Actor,
  id: number,
  baseUrl: string,
): Promise<ObjectPortal> {
  const found = await db
    .selectFrom('equipment as q')
    .innerJoin('objects as o', 'o.id', 'q.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .leftJoin('equipment_portals as l', 'l.equipment_id', 'q.id')
    .select(['l.id', 'l.token_secret', 'l.created_at'])
    .where('q.id', '=', id)
    .where(seesProject(actor))
    .executeTakeFirst();
  if (!found) throw notFound('equipment');
  const { id: portalId, token_secret, created_at } = found;
  const portal = portalId && token_secret && created_at ? { id: portalId, token_secret, created_at } : undefined;
  return presentPortal(config, portal, baseUrl);
}

interface StoredPortal {
  id: string;
  token_secret: Buffer;
  created_at: string;
}

function presentPortal(config: Config, portal: StoredPortal | undefined, baseUrl: string): ObjectPortal {
  if (!portal) return { token: null, url: null, created_at: null };
  const token = readToken(config, portal.id, portal.token_secret) ?? null;
  return { token, url: token && portalUrl(baseUrl, token), created_at: portal.created_at };
}

/** Lists the objects that have a portal. */
export async function listPortals(
  db: Db,
  config: Config,
  actor: Actor,
  query: PortalQuery,
  baseUrl: string,
): Promise<Page<PortalItem>> {
  let found = db
    .selectFrom('object_portals as l')
    .innerJoin('objects as o', 'o.id', 'l.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(['l.id', 'l.token_secret', 'l.created_at', 'l.object_id', 'o.name as object_name', 'o.address'])
    .select(['o.project_id', 'p.name as project_name'])
    .where(seesProject(actor));
  if (query.project_id !== undefined) found = found.where('o.project_id', '=', query.project_id);
  const column = query.sort === 'name' ? 'o.name' : 'l.created_at';
  const page = await selectPage(found, query, { column, id: 'l.object_id', direction: 'asc' });
  const items = page.items.map(({ id, token_secret, ...portal }) => {
    const token = readToken(config, id, token_secret);
    return { ...portal, url: token === undefined ? null : portalUrl(baseUrl, token) };
  });
  return { ...page, items };
}

/** What a label says. */
export interface Label {
  name: string;
  address: string;
  url: string;
}

/**
 * Reads what the labels of objects say, in the order of the ids.
 * @throws 404 an object is missing or not visible, 409 an object has no portal, or its token cannot be decrypted
 */
export async function readLabels(
  db: Db,
  config: Config,
  actor: Actor,
  ids: readonly number[],
  baseUrl: string,
): Promise<Label[]> {
  const rows = await db
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .leftJoin('object_portals as l', 'l.object_id', 'o.id')
    .select(['o.id as object_id', 'o.name', 'o.address', 'l.id', 'l.token_secret'])
    .where('o.id', '=', sql<number>`any(${ids}::integer[])`)
    .where(seesProject(actor))
    .execute();
  const byId = new Map(rows.map((row) => [row.object_id, row]));
  return ids.map((id) => labelOf(config, byId.get(id), 'object', baseUrl));
}

/**
 * Reads what the labels of equipment say, in the order of the ids.
 * @throws 404 some is missing or not visible, 409 some has no portal, or its token cannot be decrypted
 */
export async function readEquipmentLabels(
  db: Db,
  config: Config,
  actor: Actor,
  ids: readonly number[],
  baseUrl: string,
): Promise<Label[]> {
  const rows = await db
    .selectFrom('equipment as q')
    .innerJoin('objects as o', 'o.id', 'q.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .leftJoin('equipment_portals as l', 'l.equipment_id', 'q.id')
    .select(['q.id as equipment_id', 'q.name', 'q.location', 'o.name as object_name', 'l.id', 'l.token_secret'])
    .where('q.id', '=', sql<number>`any(${ids}::integer[])`)
    .where(seesProject(actor))
    .execute();
  const byId = new Map(
    rows.map(({ object_name, location, ...row }) => [
      row.equipment_id,
      { ...row, address: location === '' ? object_name : `${object_name}, ${location}` },
    ]),
  );
  return ids.map((id) => labelOf(config, byId.get(id), 'equipment', baseUrl));
}

interface LabelledPlace {
  name: string;
  address: string;
  id: string | null;
  token_secret: Buffer | null;
}

function labelOf(config: Config, place: LabelledPlace | undefined, kind: 'object' | 'equipment', baseUrl: string): Label {
  if (!place) throw notFound(kind);
  const { id, token_secret, name, address } = place;
  const token = id && token_secret && readToken(config, id, token_secret);
  if (!token) throw conflict('no_portal', errorMessages.noPortal);
  return { name, address, url: portalUrl(baseUrl, token) };
}
