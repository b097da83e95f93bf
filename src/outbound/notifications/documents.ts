import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { DocumentExpiringPayload } from '../../product/files/documents/schemas.ts';
import type { EventMessage } from './event-messages.ts';
import { allAdmins } from './recipients.ts';

// The table documents belongs to product/documents, which may be missing: then it is empty.

/**
 * Notifies the client and the admins that a document expires. When the day itself has come, the notice of 30 days before, which was sent
 * late, is listed as read.
 */
export async function messagesAboutDocument(
  tx: Tx,
  { document_id: documentId, notice, expires_on }: DocumentExpiringPayload,
  now: Date,
): Promise<EventMessage[]> {
  const document = await tx
    .selectFrom('documents as d')
    .innerJoin('objects as o', 'o.id', 'd.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .leftJoin('equipment as q', 'q.id', 'd.equipment_id')
    .select(['p.client_id', 'o.id as object_id', 'o.project_id', 'd.title', 'o.name as object_name', 'q.name as equipment_name'])
    .select(sql<string | null>`d.expires_on::text`.as('expires_on'))
    .where('d.id', '=', documentId)
    .executeTakeFirst();
  if (!document) return []; // it was deleted
  const { client_id, project_id: projectId, object_id, title, object_name, equipment_name } = document;
  const isPassed = notice === 'first' && expires_on <= now.toISOString().slice(0, 10);
  return [
    {
      event: 'document_expiring',
      cause: `document:${documentId}:${notice}:${expires_on}`,
      recipientIds: [client_id, ...(await allAdmins(tx))],
      ticketId: null,
      projectId,
      documentId,
      params: { title, object_id, object_name, ...(equipment_name !== null && { equipment_name }), expires_on },
      conditionHolds: document.expires_on === expires_on && !isPassed,
    },
  ];
}
