import { useParams } from '@tanstack/react-router';
import { isStatus } from '../../api/errors.ts';
import { useTicket } from '../../api/queries.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Problem } from '../../parts/states.tsx';
import { Urgent } from '../../parts/status.tsx';
import { Ago } from '../../parts/time.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { NotFound } from '../not-found.tsx';
import { NoLongerFree } from './no-longer-free.tsx';
import { TicketView } from './view.tsx';

export function TicketPage() {
  const words = useWords();
  const me = useMe();
  const id = Number(useParams({ from: '/inside/tickets/$id' }).id);
  const query = useTicket(id);
  const ticket = query.data;
  if (query.isError && isStatus(query.error, 400, 403, 404)) {
    if (me.role === 'worker' && ticket?.status === 'new') return <NoLongerFree />;
    return <NotFound {...(isStatus(query.error, 403) && { text: words.ticket.notYours })} />;
  }
  if (query.isError && !ticket) {
    return (
      <Page title={words.ticket.name(id)}>
        <Problem error={query.error} retry={() => void query.refetch()} />
      </Page>
    );
  }
  if (!ticket) {
    return (
      <Page title={words.ticket.name(id)}>
        <Rows />
      </Page>
    );
  }
  const lead = (
    <span className="meta">
      <Urgent {...ticket} />
      <span className="numbers">{words.ticket.name(ticket.id)}</span>
      <Ago at={ticket.created_at} />
    </span>
  );
  return (
    <Page title={`${words.labels.category[ticket.category]}, ${ticket.object_name}`} lead={lead}>
      <TicketView ticket={ticket} />
    </Page>
  );
}
