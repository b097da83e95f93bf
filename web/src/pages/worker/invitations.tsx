import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ProjectInvitation } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { DateTime, RelativeTime } from '../../ui/time.tsx';

/** The worker's open invitations to projects. */
export function InvitationsPage() {
  return (
    <PageLayout title={useMessages().invitation.title}>
      <InvitationList />
    </PageLayout>
  );
}

/** The open invitations with their answers, or that there are none. */
export function InvitationList() {
  const messages = useMessages();
  const invitations = useApiQuery('GET /invitations', { query: { limit: 100 } });
  return (
    <>
      <QueryState query={invitations} />
      {invitations.data?.total === 0 && (
        <EmptyState icon={IconMail} title={messages.invitation.none}>
          {messages.invitation.noneText}
        </EmptyState>
      )}
      <ul className="cards">
        {invitations.data?.items.map((invitation) => (
          <li key={invitation.project_id}>
            <InvitationCard invitation={invitation} />
          </li>
        ))}
      </ul>
    </>
  );
}

function InvitationCard({ invitation }: { invitation: ProjectInvitation }) {
  const messages = useMessages();
  const [isDeclining, setDeclining] = useState(false);
  const navigate = useNavigate();
  const params = { id: invitation.project_id };
  const accept = useApiMutation('POST /projects/{id}/invitation/accept', {
    invalidates: ['GET /invitations', 'GET /tickets', 'GET /ext/tickets'],
    onSuccess: () => {
      showToast({ text: messages.invitation.accepted(isolateName(invitation.project_name)) });
      void navigate({ to: '/free' }); // the requests of the project
    },
  });
  const decline = useApiMutation('POST /projects/{id}/invitation/decline', {
    invalidates: ['GET /invitations'],
    onSuccess: () => showToast({ text: messages.invitation.declined }),
  });
  return (
    <Paper component="article" withBorder p="lg">
      <Stack gap="sm">
        <div>
          <Title order={2}>{invitation.project_name}</Title>
          <p>{messages.invitation.from(invitation.client_name)}</p>
          <Text size="sm" c="dimmed">
            {invitation.invited_by_name !== invitation.client_name && `${invitation.invited_by_name}, `}
            <RelativeTime at={invitation.invited_at} />. {messages.invitation.until} <DateTime at={invitation.expires_at} />
          </Text>
        </div>
        <Group gap="xs">
          <Button size="md" loading={accept.isPending} onClick={() => accept.mutate({ params })}>
            {messages.invitation.accept}
          </Button>
          <Button size="md" variant="default" onClick={() => setDeclining(true)}>
            {messages.invitation.decline}
          </Button>
        </Group>
        {isDeclining && (
          <Dialog title={messages.invitation.declineTitle} onClose={() => setDeclining(false)}>
            <Stack mt="xs">
              <Text c="dimmed">{messages.invitation.declineText}</Text>
              <Group gap="xs">
                <Button
                  onClick={() => {
                    decline.mutate({ params });
                    setDeclining(false);
                  }}
                >
                  {messages.invitation.decline}
                </Button>
                <Button variant="default" onClick={() => setDeclining(false)}>
                  {messages.app.cancel}
                </Button>
              </Group>
            </Stack>
          </Dialog>
        )}
      </Stack>
    </Paper>
  );
}
