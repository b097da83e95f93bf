import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import type { InvitedUser, Project } from '../../contract/schemas.ts';
import { InvitationCard } from '../../features/inviting/invitation-card.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { FormError } from '../../ui/form-error.tsx';
import { useProjectTexts } from './texts/texts.ts';

/** A worker whose account was just created. */
export interface NewWorker {
  user: InvitedUser;
  /** the account still has to be approved */
  approves: boolean;
  /** the worker still has to be invited */
  invites: boolean;
  /** the account is approved later */
  waits: boolean;
}

interface Props {
  project: Pick<Project, 'id' | 'name'>;
  worker: NewWorker;
  onClose: () => void;
}

/** Approves and invites a new worker, and shows the link with which the worker sets the password. */
export function WorkerCredentials({ project, worker, onClose }: Props) {
  const messages = useMessages();
  const texts = useProjectTexts();
  const client = useQueryClient();
  const { user } = worker;
  const isApproved = useRef(!worker.approves);
  const finish = useMutation({
    mutationFn: async () => {
      if (!isApproved.current) await call('POST /users/{id}/confirm', { params: { id: user.id } });
      isApproved.current = true;
      if (worker.invites) await call('POST /projects/{id}/workers', { params: { id: project.id }, body: { worker_id: user.id } });
    },
    onSettled: () => invalidate(client, 'GET /users', 'GET /ext/unconfirmed', 'GET /projects/{id}/workers', 'GET /ext/users'),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the account was created
  useEffect(() => finish.mutate(), []);
  return (
    <Stack gap="md" mt="xs">
      {finish.isError ? (
        <>
          <FormError error={finish.error} />
          <Button variant="default" loading={finish.isPending} onClick={() => finish.mutate()}>
            {messages.app.retry}
          </Button>
        </>
      ) : (
        <p role="status">
          {worker.waits && texts.approveLater}
          {worker.invites && finish.isSuccess && texts.invited(project.name)}
        </p>
      )}
      <InvitationCard user={user} link={user.link} expiresAt={user.expires_at} />
      <Group gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}
