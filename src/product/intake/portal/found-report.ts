import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, forbidden, invalidValue, notFound, pointerTo, validationFailed } from '../../../platform/http/errors.ts';
import { maxId } from '../../../platform/http/schemas.ts';
import { valuesValidator } from '../../../platform/http/validation.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { UploadsForm } from '../../files/photos/receive-upload.ts';
import { storeUploads } from '../../files/photos/store-upload.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { lockEquipmentOf } from '../../places/equipment/actions.ts';
import { notifyTicketChanged } from '../../tickets/notify-change.ts';
import { type Actor, canUploadPhoto } from '../../visibility.ts';
import { FoundReportFields } from './found-schemas.ts';
import { givenTexts, insertReport, lockReportsOf, requireWithinDailyQuota } from './submit-report.ts';
import './tables.ts';

const validate = valuesValidator(FoundReportFields);

type FoundReport = Omit<FoundReportFields, 'equipment_id'> & { equipment_id: number | null };

/** @returns the fields of the form of a worker @throws 400 */
function parseFoundReport(fields: UploadsForm['fields']): FoundReport {
  const result = validate(givenTexts(fields, ['category', 'equipment_id']));
  if ('error' in result) throw validationFailed(result.error, pointerTo(result.field ? [result.field] : []));
  const { equipment_id, ...report } = result.value;
  const id = equipment_id === undefined ? null : Number(equipment_id);
  if (id !== null && id > maxId) throw invalidValue('equipment_id', 'must be a positive integer');
  return { ...report, equipment_id: id };
}

/**
 * Checks whether the actor may report something that was found during the work on a ticket, whatever its status: what was found on the last
 * day may be sent after the work was confirmed. The route calls this before it receives the form, and reportFound() again with `lock`.
 * @param lock keeps the ticket from being assigned to somebody else until the end of the transaction
 * @returns the object of the ticket
 * @throws 404 no such ticket, 403 the actor is not its worker, or no member of the project any more, 409 project or object disabled
 */
export async function requireCanReport(db: Db, actor: Actor, ticketId: number, lock = false): Promise<number> {
  const ticket = await db
    .selectFrom('tickets as t')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .select(['t.object_id', canUploadPhoto(actor).as('allowed'), sql<boolean>`o.is_active and p.is_active`.as('is_usable')])
    .where('t.id', '=', ticketId)
    .$if(lock, (query) => query.forShare('t'))
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.allowed) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (!ticket.is_usable) throw conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled);
  return ticket.object_id;
}

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'jobs' | 'log' | 'subscriptions' | 'deliveries'>;

/**
 * Stores what a worker found beside the work on a ticket as a report about the object of the ticket, with its photos.
 * @returns the id of the report
 * @throws as requireCanReport() and storeUploads(); 400 wrong fields, or equipment of another object, 429 too many reports of the object
 * by workers today
 */
export async function reportFound(
  deps: ReportDeps,
  actor: Actor,
  ticketId: number,
  { uploads, fields }: UploadsForm,
  isGone: () => boolean,
): Promise<string> {
  const { text, category = null, floor = '', contact = '', equipment_id } = parseFoundReport(fields);
  const id = crypto.randomUUID();
  const now = deps.clock();
  let objectId = 0;
  return storeUploads(deps, uploads, {
    isGone,
    check: async (tx) => {
      await requireActive(tx, actor);
      objectId = await requireCanReport(tx, actor, ticketId, true);
      if (equipment_id !== null) await lockEquipmentOf(tx, objectId, equipment_id);
      await lockReportsOf(tx, objectId);
      await requireWithinDailyQuota(
        tx,
        { object_id: objectId, client_id: null },
        deps.config.quotas.reportsPerObject,
        now,
        'worker',
      );
    },
    insert: async (tx, keys) => {
      const reported_by = senderIdOf(actor);
      const { name } = await tx.selectFrom('users').select('name').where('id', '=', reported_by).executeTakeFirstOrThrow();
      const report = { id, object_id: objectId, equipment_id, text, category, floor, contact, created_at: now };
      const found = { reported_by, reported_by_name: name, from_ticket_id: ticketId };
      await insertReport(tx, deps, { ...report, ...found }, uploads, keys, now);
      await notifyTicketChanged(tx, ticketId);
      return id;
    },
  });
}
