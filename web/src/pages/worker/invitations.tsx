import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectInvitation } from '../../api/operations.ts';
import { useRead, useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { Ago, Exact } from '../../parts/time.tsx';
import { useWords } from '../../words/index.ts';

export function InvitationsPage() {
  const words = useWords();
  const invitations = useRead('GET /invitations', { query: { limit: 100 } });
  return (
    <Page title={words.invitation.title}>
      {invitations.isPending && <Rows />}
      {invitations.isError && !invitations.data && <Problem error={invitations.error} retry={() => void invitations.refetch()} />}
      {invitations.data?.total === 0 && <Empty title={words.invitation.none}>{words.invitation.noneText}</Empty>}
      <ul className="cards">
        {invitations.data?.items.map((invitation) => (
          <li key={invitation.project_id}>
            <InvitationCard invitation={invitation} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function InvitationCard({ invitation }: { invitation: ProjectInvitation }) {
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const params = { id: invitation.project_id };
  const accept = useSend('POST /projects/{id}/invitation/accept', {
    changes: ['GET /invitations', 'GET /tickets'],
    onDone: () => notify({ text: words.invitation.accepted(invitation.project_name) }),
  });
  const decline = useSend('POST /projects/{id}/invitation/decline', {
    changes: ['GET /invitations'],
    onDone: () => notify({ text: words.invitation.declined }),
  });
  return (
    <article className="panel">
      <div>
        <h2>{invitation.project_name}</h2>
        <p>{words.invitation.from(invitation.client_name)}</p>
        <p className="muted small">
          {invitation.invited_by_name !== invitation.client_name && `${invitation.invited_by_name}, `}
          <Ago at={invitation.invited_at} />. {words.invitation.until} <Exact at={invitation.expires_at} />
        </p>
      </div>
      <div className="row-actions">
        <Button size="md" loading={accept.isPending} onClick={() => accept.mutate({ params })}>
          {words.invitation.accept}
        </Button>
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          {words.invitation.decline}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={words.invitation.declineTitle} onClose={() => setAsking(false)}>
          <div className="form">
            <p className="muted">{words.invitation.declineText}</p>
            <div className="row-actions">
              <Button
                onClick={() => {
                  decline.mutate({ params });
                  setAsking(false);
                }}
              >
                {words.invitation.decline}
              </Button>
              <Button variant="default" onClick={() => setAsking(false)}>
                {words.app.cancel}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </article>
  );
}
