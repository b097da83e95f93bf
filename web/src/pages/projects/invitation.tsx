import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { useTrustTexts } from '../../features/account-trust/texts/texts.ts';
import { TrustFacts } from '../../features/account-trust/trust-facts.tsx';
import { useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import type { SelectedUser } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { FormError } from '../../ui/form-error.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Note } from '../../ui/note.tsx';

interface Props {
  project: Pick<Project, 'id'>;
  worker: SelectedUser;
  onBack: () => void;
  onClose: () => void;
}

/** Invites a worker to a project, after showing how far the account can be trusted. */
export function Invitation({ project, worker, onBack, onClose }: Props) {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []); // the button that selected the worker is gone
  const accounts = useAccountTrust([worker.id]);
  const trust = accounts.of(worker.id);
  const invite = useFormMutation('POST /projects/{id}/workers', {
    invalidates: ['GET /projects/{id}/workers'],
    onSuccess: () => {
      showToast({ text: messages.project.invited(isolateName(worker.name)) });
      onClose();
    },
  });
  return (
    <Stack gap="md" mt="xs" ref={content} tabIndex={-1}>
      <Text c="dimmed">{worker.email}</Text>
      {accounts.isPending && <ListSkeleton height={120} />}
      {accounts.isError && !trust && <Note tone="warning">{trustTexts.notLoaded}</Note>}
      {trust && <TrustFacts trust={trust} />}
      {trust?.must_change_password && <Note tone="warning">{trustTexts.inviteRisk(worker.name)}</Note>}
      <FormError error={invite.error} />
      <Group gap="xs">
        <Button
          loading={invite.isPending}
          disabled={accounts.isPending}
          onClick={() => invite.mutate({ params: { id: project.id }, body: { worker_id: worker.id } })}
        >
          {trustTexts.sendInvitation}
        </Button>
        <Button variant="default" onClick={onBack}>
          {trustTexts.otherWorker}
        </Button>
      </Group>
    </Stack>
  );
}
