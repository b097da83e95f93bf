import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { LinkSigner } from '../../../platform/storage/link-signer.ts';
import type { PhotoType } from '../../../platform/storage/photo-type.ts';
import type { LinkedFile, Storage } from '../../../platform/storage/storage.ts';
import type { EquipmentReference } from '../../places/equipment/schemas.ts';
import { type Actor, isAssignee, seesReport } from '../../visibility.ts';
import type { FoundReportQuery } from './found-schemas.ts';
import type { ReportRating } from './reporter-schemas.ts';
import type { Report, ReportPhoto, ReportQuery } from './schemas.ts';
import './tables.ts';

/** What the signed links of photos are created from. */
export interface LinkOptions {
  storage: Storage;
  links: LinkSigner;
  now: Date;
  baseUrl: string;
}

/** What the link to a small version permits to read. */
export const linkSubject = (photoId: number): string => `report-photo thumb ${photoId}`;

/** All reports, with the object that each is about. */
const placedReports = (db: Db) =>
  db
    .selectFrom('portal_reports as r')
    .leftJoin('objects as o', 'o.id', 'r.object_id')
    .leftJoin('projects as p', 'p.id', 'o.project_id')
    .leftJoin('report_ratings as g', 'g.report_id', 'r.id');

/** The reports that the actor sees. */
const visibleReports = (db: Db, actor: Actor) => placedReports(db).where(seesReport(actor));

const columns = [
  'r.id',
  'r.status',
  'r.text',
  'r.category',
  'r.floor',
  'r.contact',
  'r.email',
  'r.object_id',
  sql<string>`coalesce(o.name, '')`.as('object_name'),
  sql<string>`coalesce(o.address, '')`.as('address'),
  'o.project_id',
  sql<string>`coalesce(p.name, '')`.as('project_name'),
  sql<EquipmentReference | null>`(
    select json_build_object('id', q.id, 'name', q.name) from equipment as q where q.id = r.equipment_id)`.as('equipment'),
  sql<Report['reported_by']>`case when r.reported_by_name <> '' then
    json_build_object('id', coalesce(r.reported_by::text, ''), 'name', r.reported_by_name) end`.as('reported_by'),
  'r.from_ticket_id',
  'r.ticket_id',
  'r.reason',
  'r.decided_by_name',
  'r.decided_at',
  'r.created_at',
  'g.rating as stars',
  'g.text as rating_text',
  'g.created_at as rated_at',
] as const;

interface StoredRating {
  stars: number | null;
  rating_text: string | null;
  rated_at: string | null;
}

function presentReport({ stars, rating_text, rated_at, ...report }: ReportRow, photos: ReportPhoto[] = []): Report {
  const rating: ReportRating | null =
    stars === null || rated_at === null ? null : { rating: stars, text: rating_text ?? '', created_at: rated_at };
  return { ...report, rating, photos };
}

/** Lists the reports about objects that the actor sees, the newest first. */
export async function listReports(db: Db, actor: Actor, query: ReportQuery, options: LinkOptions): Promise<Page<Report>> {
  const { status, object_id, equipment_id, project_id, ticket_id, from_ticket_id } = query;
  let reports = visibleReports(db, actor).select(columns);
  if (status !== undefined) reports = reports.where('r.status', '=', status);
  if (object_id !== undefined) reports = reports.where('r.object_id', '=', object_id);
  if (equipment_id !== undefined) reports = reports.where('r.equipment_id', '=', equipment_id);
  if (project_id !== undefined) reports = reports.where('o.project_id', '=', project_id);
  if (ticket_id !== undefined) reports = reports.where('r.ticket_id', '=', ticket_id);
  if (from_ticket_id !== undefined) reports = reports.where('r.from_ticket_id', '=', from_ticket_id);
  const page = await selectPage(reports, query, { column: 'r.created_at', id: 'r.id', direction: 'desc' });
  return { ...page, items: await withPhotos(db, page.items, options) };
}

/**
 * Lists what was found during the work on a ticket, whose visibility the caller has checked, the newest first. Who is not responsible for
 * the object sees what was found by the worker whom it is assigned to, or by oneself.
 */
export async function listFoundReports(
  db: Db,
  actor: Actor,
  ticketId: number,
  query: FoundReportQuery,
  options: LinkOptions,
): Promise<Page<Report>> {
  const reports = placedReports(db)
    .innerJoin('tickets as t', 't.id', 'r.from_ticket_id')
    .where('t.id', '=', ticketId)
    .$if(actor.role === 'worker', (found) =>
      found.where((eb) => eb.or([eb('r.reported_by', '=', actor.id), isAssignee(actor.id)])),
    )
    .select(columns);
  const page = await selectPage(reports, query, { column: 'r.created_at', id: 'r.id', direction: 'desc' });
  return { ...page, items: await withPhotos(db, page.items, options) };
}

/** Reads a report that the caller has just sent. */
export async function getOwnReport(db: Db, id: string, options: LinkOptions): Promise<Report> {
  const report = await placedReports(db).select(columns).where('r.id', '=', id).executeTakeFirst();
  if (!report) throw notFound('report');
  const [own] = await withPhotos(db, [report], options);
  if (!own) throw notFound('report');
  return own;
}

type ReportRow = Omit<Report, 'photos' | 'rating'> & StoredRating;

async function withPhotos(db: Db, reports: readonly ReportRow[], options: LinkOptions): Promise<Report[]> {
  const photos = await readPhotos(
    db,
    reports.map(({ id }) => id),
    options,
  );
  return reports.map((report) => presentReport(report, photos.get(report.id)));
}

/** Reads one report. @throws 404 missing or not visible */
export async function getReport(db: Db, actor: Actor, id: string, options: LinkOptions): Promise<Report> {
  const report = await visibleReports(db, actor).select(columns).where('r.id', '=', id).executeTakeFirst();
  if (!report) throw notFound('report');
  const photos = await readPhotos(db, [id], options);
  return presentReport(report, photos.get(id));
}

/** Reads the photos of reports that are no attachments of a ticket, by report. */
export async function readPhotos(db: Db, reportIds: string[], options: LinkOptions): Promise<Map<string, ReportPhoto[]>> {
  if (reportIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('portal_report_photos')
    .select(['id', 'report_id', 'storage_key', 'content_type', 'original_name', 'size_bytes'])
    .where('report_id', '=', sql<string>`any(${reportIds}::uuid[])`)
    .orderBy('id')
    .execute();
  const photos = new Map<string, ReportPhoto[]>();
  for (const { report_id, ...row } of rows)
    photos.set(report_id, [...(photos.get(report_id) ?? []), await presentPhoto(row, options)]);
  return photos;
}

type PhotoRow = Omit<LinkedFile, 'kind' | 'content_type'> & { content_type: PhotoType; size_bytes: number };

async function presentPhoto(row: PhotoRow, { storage, links, now, baseUrl }: LinkOptions): Promise<ReportPhoto> {
  return {
    id: row.id,
    filename: row.original_name,
    content_type: row.content_type,
    size: row.size_bytes,
    url: await storage.linkTo({ ...row, kind: 'report-photo' }, now, baseUrl),
    thumb_url: `${baseUrl}/ext/report-photos/${row.id}/thumb?${links.sign(linkSubject(row.id), now).query}`,
  };
}

/** Finds the photo of a link, unless it was deleted or became an attachment. */
export async function findReportPhoto(db: Db, id: number): Promise<LinkedFile | undefined> {
  const photos = db.selectFrom('portal_report_photos').select(['id', 'storage_key', 'content_type', 'original_name']);
  const photo = await photos.where('id', '=', id).executeTakeFirst();
  return photo && { ...photo, kind: 'report-photo' };
}
