import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import { deliverEvent } from '../../platform/capability/events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notify } from '../../platform/database/listen.ts';
import { badRequest, notFound, tooManyAttempts } from '../../platform/http/errors.ts';
import { valuesValidator } from '../../platform/http/validation.ts';
import { plus } from '../../platform/lib/clock.ts';
import { days, minutes } from '../../platform/lib/duration.ts';
import type { Upload, UploadsForm } from '../photos/receive-upload.ts';
import { storeUploads } from '../photos/store-upload.ts';
import type { ReportReceivedPayload } from '../tickets/events.ts';
import { consumeProof, type Proof } from './proof.ts';
import type { OpenPortal } from './queries.ts';
import { countForm } from './report-limits.ts';
import { ReportFields } from './schemas.ts';
import './tables.ts';

const validate = valuesValidator(ReportFields);

/** @returns the fields of a form; an empty category counts as a missing one @throws 400 */
export function parseReportFields(fields: UploadsForm['fields']): ReportFields {
  const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string');
  const given = Object.fromEntries(texts.filter(([name, value]) => name !== 'category' || value !== ''));
  const result = validate(given);
  if ('error' in result) throw badRequest(result.error);
  return result.value;
}

interface NewReport {
  portal: OpenPortal;
  fields: ReportFields;
  uploads: readonly Upload[];
  /** undefined: none is needed */
  proof: Proof | undefined;
}

type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'jobs' | 'log' | 'subscriptions' | 'deliveries'>;

/**
 * Stores a report with its photos, and tells the client of the object.
 * @returns its id
 * @throws 404 the portal was ended, 400 the proof was used before, 429 too many reports of this object today; as storeUploads()
 */
export async function submitReport(
  deps: SubmitDeps,
  { portal, fields, uploads, proof }: NewReport,
  isGone: () => boolean,
): Promise<string> {
  const id = crypto.randomUUID();
  const now = deps.clock();
  const { text, category = null, floor = '', contact = '' } = fields;
  return storeUploads(deps, uploads, {
    isGone,
    check: async (tx) => {
      await lockPortal(tx, portal.id);
      await requireWithinDailyQuota(tx, portal.object_id, deps.config.quotas.reportsPerObject, now);
      if (proof) await consumeProof(tx, proof, now);
      if (proof?.kind === 'form') await countForm(tx, portal.object_id, now);
    },
    insert: async (tx, keys) => {
      const report = { id, object_id: portal.object_id, text, category, floor, contact, created_at: now };
      await tx
        .insertInto('portal_reports')
        .values({ ...report, ticket_id: null, decided_by: null })
        .execute();
      const photos = uploads.map(({ file, name }, i) => ({
        report_id: id,
        storage_key: keys[i] ?? '',
        content_type: file.type,
        original_name: name,
        size_bytes: file.size,
        created_at: now,
      }));
      if (photos.length > 0) await tx.insertInto('portal_report_photos').values(photos).execute();
      const { object_id } = portal;
      const payload: ReportReceivedPayload = { kind: 'report_received', report_id: id, object_id, ...(category && { category }) };
      await deliverEvent(tx, deps, 'report_received', {}, payload, now);
      await notifyReportsChanged(tx, portal.object_id);
      return id;
    },
  });
}

/** Locks a portal: reports of one object are counted one after the other. @throws 404 it was ended or got another token */
async function lockPortal(tx: Tx, id: string): Promise<void> {
  const portal = await tx.selectFrom('object_portals').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!portal) throw notFound('portal');
}

async function requireWithinDailyQuota(tx: Tx, objectId: number, max: number, now: Date): Promise<void> {
  const { n, oldest } = await tx
    .selectFrom('portal_reports')
    .select([sql<number>`count(*)::integer`.as('n'), sql<string | null>`min(created_at)`.as('oldest')])
    .where('object_id', '=', objectId)
    .where('created_at', '>', plus(now, -days(1)).toISOString())
    .executeTakeFirstOrThrow();
  if (n < max) return;
  const freeAt = new Date(oldest ?? now).getTime() + days(1);
  throw tooManyAttempts(Math.ceil(Math.max(minutes(1), freeAt - now.getTime()) / 1_000));
}

/** Lets the consoles of the client and of admins reload their reports when the transaction commits. */
export async function notifyReportsChanged(tx: Tx, objectId: number): Promise<void> {
  const { client_id } = await tx
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('p.client_id')
    .where('o.id', '=', objectId)
    .executeTakeFirstOrThrow();
  await notify(tx, 'reports', client_id);
}
