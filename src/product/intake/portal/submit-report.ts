import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { noTenant } from '../../../platform/deliveries/queue.ts';
import { notFound, pointerTo, tooManyAttempts, validationFailed } from '../../../platform/http/errors.ts';
import { otherRequest } from '../../../platform/http/idempotency/keyed-request.ts';
import { valuesValidator } from '../../../platform/http/validation.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days, minutes } from '../../../platform/lib/duration.ts';
import { emailForm } from '../../../platform/lib/email.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { Upload, UploadsForm } from '../../files/photos/receive-upload.ts';
import { storeUploads } from '../../files/photos/store-upload.ts';
import { tenantOfObject } from '../../tenant.ts';
import type { ReportReceivedPayload } from '../../tickets/events.ts';
import { consumeProof, type Proof } from './proof.ts';
import type { OpenPortal } from './queries.ts';
import { countForm } from './report-limits.ts';
import { enqueueConfirmation } from './reporter-mail.ts';
import { ReportFields } from './schemas.ts';
import './tables.ts';

const validate = valuesValidator(ReportFields);

/** Fields of a form whose empty value counts as a missing one. */
const emptyIsMissing = ['category', 'email'];

/** @returns the fields of a form @throws 400 */
export function parseReportFields(fields: UploadsForm['fields']): ReportFields {
  const result = validate(givenTexts(fields, emptyIsMissing));
  if ('error' in result) throw validationFailed(result.error, pointerTo(result.field ? [result.field] : []));
  return result.value;
}

/** The texts of a form. @param omittable the fields that count as missing when they are empty: forms send all of theirs */
export function givenTexts(fields: UploadsForm['fields'], omittable: readonly string[]): Record<string, string> {
  const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.filter(([name, value]) => value.trim() !== '' || !omittable.includes(name)));
}

interface NewReport {
  portal: OpenPortal;
  fields: ReportFields;
  uploads: readonly Upload[];
  /** checks the proof of a report that was not made before; undefined: none is needed */
  requireProof: () => Proof | Promise<Proof> | undefined;
  /** the Idempotency-Key */
  key: string | undefined;
  /** of the page, and so of mails */
  language: Language;
}

/** `isRepeated`: it was made by an earlier request with the same Idempotency-Key */
interface SubmittedReport {
  id: string;
  isRepeated: boolean;
}

/** An earlier request with the key has made the report. */
class AlreadySubmitted extends Error {
  readonly id: string;

  constructor(id: string) {
    super('the report was submitted already');
    this.id = id;
  }
}

type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'jobs' | 'log' | 'subscriptions' | 'deliveries'>;

/**
 * Stores a report with its photos, and notifies the client of the object. The hash of its Idempotency-Key stays with the report, so
 * that a request that is sent again makes no second one, and nothing is stored for requests that make none.
 * @throws 404 the portal was ended, 400 the proof is wrong or was used before, 409 the key was used for another report, 429 too many
 * reports of this object today; as storeUploads()
 */
export async function submitReport(deps: SubmitDeps, report: NewReport, isGone: () => boolean): Promise<SubmittedReport> {
  const key = report.key === undefined ? undefined : keyOf(report, report.key);
  try {
    if (key) await refuseSubmitted(deps.db.read, report.portal.object_id, key);
    return { id: await storeReport(deps, report, key, isGone), isRepeated: false };
  } catch (error) {
    if (error instanceof AlreadySubmitted) return { id: error.id, isRepeated: true };
    throw error;
  }
}

interface StoredKey {
  idempotency_key: Buffer;
  request_digest: Buffer;
}

/** The hashes of a key and of what the report says. Its proof is not part of it: a page that sends it again has a new one. */
function keyOf({ portal, fields, uploads }: NewReport, key: string): StoredKey {
  const { text, category, floor, contact, email } = fields;
  const photos = uploads.map(({ file, name }) => [name, file.sha256.toString('base64')]);
  const sha256 = (content: string) => createHash('sha256').update(content).digest();
  return {
    idempotency_key: sha256(key),
    request_digest: sha256(
      JSON.stringify([
        ...[text, category, floor, contact, photos],
        // Left out where there is none: reports of the release before have no address.
        ...(portal.equipment ? [portal.equipment.id] : []),
        ...(email ? [email] : []),
      ]),
    ),
  };
}

/** @throws AlreadySubmitted, or 409 when the key was used for another report of the object */
async function refuseSubmitted(db: Db, objectId: number, { idempotency_key, request_digest }: StoredKey): Promise<void> {
  const found = await db
    .selectFrom('portal_reports')
    .select(['id', 'request_digest'])
    .where('object_id', '=', objectId)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirst();
  if (!found) return;
  if (!found.request_digest?.equals(request_digest)) throw otherRequest();
  throw new AlreadySubmitted(found.id);
}

/** @returns the id of the report @throws as submitReport(), and AlreadySubmitted */
async function storeReport(
  deps: SubmitDeps,
  { portal, fields, uploads, requireProof, language }: NewReport,
  key: StoredKey | undefined,
  isGone: () => boolean,
): Promise<string> {
  const id = crypto.randomUUID();
  const now = deps.clock();
  const { text, category = null, floor = '', contact = '' } = fields;
  const email = emailForm(fields.email ?? '');
  const proof = await requireProof();
  return storeUploads(deps, uploads, {
    isGone,
    check: async (tx) => {
      await lockPortal(tx, portal);
      if (key) await refuseSubmitted(tx, portal.object_id, key);
      await requireWithinDailyQuota(tx, placeOf(portal), deps.config.quotas.reportsPerObject, now);
      if (proof) await consumeProof(tx, proof, now);
      if (proof?.kind === 'form') await countForm(tx, portal.object_id, now);
    },
    insert: async (tx, keys) => {
      const mails = email === '' ? {} : { email, email_language: language, mail_key: crypto.randomUUID() };
      const report = { id, ...placeOf(portal), text, category, floor, contact, ...mails, created_at: now, ...key };
      await insertReport(tx, deps, report, uploads, keys, now);
      await enqueueConfirmation(tx, deps, { id, object_id: portal.object_id, email }, now);
      return id;
    },
  });
}

/** Where a report is: an object, perhaps with equipment; without an object a client, or neither for one that admins alone see. */
export interface ReportPlace {
  object_id: number | null;
  equipment_id: number | null;
  client_id: string | null;
}

export const placeOf = ({ object_id, equipment }: OpenPortal): ReportPlace => ({
  object_id,
  equipment_id: equipment?.id ?? null,
  client_id: null,
});

/** Inserts a report with its photos, and notifies its client. @param keys of the photos in the storage */
export async function insertReport(
  tx: Tx,
  deps: Pick<Deps, 'subscriptions' | 'deliveries'>,
  report: Insertable<Tables['portal_reports']>,
  uploads: readonly Upload[],
  keys: readonly string[],
  now: Date,
): Promise<void> {
  const { id, object_id = null, client_id = null, category } = report;
  await tx.insertInto('portal_reports').values(report).execute();
  const photos = uploads.map(({ file, name }, i) => ({
    report_id: id,
    storage_key: keys[i] ?? '',
    content_type: file.type,
    original_name: name,
    size_bytes: file.size,
    created_at: now,
  }));
  if (photos.length > 0) await tx.insertInto('portal_report_photos').values(photos).execute();
  const payload: ReportReceivedPayload = { kind: 'report_received', report_id: id, object_id, ...(category && { category }) };
  const tenant = object_id === null ? (client_id ?? noTenant) : tenantOfObject(object_id);
  await deliverEvent(tx, deps, 'report_received', {}, [payload], tenant, now);
  await notifyReportsChanged(tx, { object_id, client_id });
}

/**
 * Locks a portal against its end, and the count of the reports of its object, which may have portals of equipment, too. Equipment is
 * locked before its portal, as a deletion does.
 * @throws 404 it was ended or got another token
 */
export async function lockPortal(tx: Tx, { id, object_id, equipment }: OpenPortal): Promise<void> {
  if (equipment) await tx.selectFrom('equipment').select('id').where('id', '=', equipment.id).forKeyShare().execute();
  const portals = tx.selectFrom(equipment ? 'equipment_portals' : 'object_portals');
  const portal = await portals.select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!portal) throw notFound('portal');
  await lockReportsOf(tx, object_id);
}

/** Lets those who report something of an object wait for each other until the end of the transaction. */
export async function lockReportsOf(tx: Tx, objectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reports ' || ${objectId}::text, 0))`.execute(tx);
}

/**
 * Counts the reports in the last 24 hours of an object, of a client without an object, or of admins alone. Those of workers are counted
 * apart, so that a flood from the street does not keep a worker from reporting a defect.
 * @throws 429 there were too many
 */
export async function requireWithinDailyQuota(
  tx: Tx,
  { object_id, client_id }: Omit<ReportPlace, 'equipment_id'>,
  max: number,
  now: Date,
  reporter: 'public' | 'worker' = 'public',
): Promise<void> {
  const { n, oldest } = await tx
    .selectFrom('portal_reports')
    .select([sql<number>`count(*)::integer`.as('n'), sql<string | null>`min(created_at)`.as('oldest')])
    .where('object_id', object_id === null ? 'is' : '=', object_id)
    .$if(object_id === null, (reports) => reports.where('client_id', client_id === null ? 'is' : '=', client_id))
    .where('created_at', '>', plus(now, -days(1)).toISOString())
    .where('reported_by_name', reporter === 'public' ? '=' : '<>', '')
    .executeTakeFirstOrThrow();
  if (n < max) return;
  const freeAt = new Date(oldest ?? now).getTime() + days(1);
  throw tooManyAttempts(Math.ceil(Math.max(minutes(1), freeAt - now.getTime()) / 1_000));
}

/** Lets the consoles of the client and of admins reload their reports when the transaction commits. */
export async function notifyReportsChanged(
  tx: Tx,
  { object_id, client_id }: Pick<ReportPlace, 'object_id' | 'client_id'>,
): Promise<void> {
  const owner =
    object_id === null
      ? undefined
      : await tx
          .selectFrom('objects as o')
          .innerJoin('projects as p', 'p.id', 'o.project_id')
          .select('p.client_id')
          .where('o.id', '=', object_id)
          .executeTakeFirst();
  await notify(tx, 'reports', owner?.client_id ?? client_id ?? noTenant);
}
