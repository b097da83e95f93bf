import { useApiQuery } from '../../../api/queries.ts';
import type { Ticket, TicketAttachment } from '../../../contract/schemas.ts';
import { mayWrite } from '../../../session/acting.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { useShownEntries } from '../use-shown-entries.ts';

/** The signatures of a ticket, that of the queue, and whether the present round of work can be signed. */
export function useSignatures({ id, status, worker_id, rejected_at }: Ticket) {
  const me = useCurrentUser();
  const query = useApiQuery('GET /ext/tickets/{id}/attachments', { params: { id }, query: { limit: 100 } });
  const signatures = query.data?.items.filter(({ kind }) => kind === 'signature') ?? [];
  const queued = useShownEntries(id).find(({ signature }) => signature !== undefined);
  const isOfRound = ({ created_at }: TicketAttachment): boolean =>
    rejected_at === undefined || Date.parse(created_at) > Date.parse(rejected_at);
  const isSigned = signatures.some(isOfRound) || (queued !== undefined && queued.state !== 'failed');
  const mayBeSigned = status === 'in_progress' || status === 'done';
  return {
    signatures,
    queued,
    canSign: mayWrite && mayBeSigned && !isSigned && (me.role === 'admin' || worker_id === me.id),
    readAgain: (): void => void query.refetch({ cancelRefetch: false }),
  };
}
