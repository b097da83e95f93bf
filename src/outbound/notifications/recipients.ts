import type { Tx } from '../../platform/database/database.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';

/** @returns the admins whose accounts are not disabled */
export async function allAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true).execute();
  return admins.map(({ id }) => id);
}

/** @returns the workers who may take the tickets of a project */
export async function activeMembers(tx: Tx, projectId: number): Promise<string[]> {
  const members = await tx
    .selectFrom('project_workers')
    .select('worker_id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .execute();
  return members.map(({ worker_id }) => worker_id);
}

/** @returns those who may read a comment that is not internal: the client, and the assigned worker or the workers who may take the ticket */
export async function readersOfComment(
  tx: Tx,
  {
    client_id,
    worker_id,
    project_id,
    status,
  }: { client_id: string; worker_id: string | null; project_id: number; status: TicketStatus },
): Promise<(string | null)[]> {
  return [client_id, ...(status === 'new' ? await activeMembers(tx, project_id) : [worker_id])];
}

/** @returns the assigned worker, or the admins when the worker wrote the comment */
export const readersOfInternal = async (tx: Tx, workerId: string | null, authorId: string | null): Promise<(string | null)[]> =>
  authorId === workerId ? allAdmins(tx) : [workerId];
