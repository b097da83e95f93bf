import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import type { Project } from '../../contract/schemas.ts';
import { LoopbackNote } from '../../features/loopback-note.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useAddWorkerTexts } from './texts/texts.ts';

/** A worker whose account was just created. */
export interface NewWorker {
  id: string;
  name: string;
  email: string;
  password: string;
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

/** Approves and invites a new worker, and shows what the worker needs to sign in: the password is not shown again. */
export function WorkerCredentials({ project, worker, onClose }: Props) {
  const messages = useMessages();
  const texts = useAddWorkerTexts();
  const client = useQueryClient();
  const isApproved = useRef(!worker.approves);
  const finish = useMutation({
    mutationFn: async () => {
      if (!isApproved.current) await call('POST /users/{id}/confirm', { params: { id: worker.id } });
      isApproved.current = true;
      if (worker.invites)
        await call('POST /projects/{id}/workers', { params: { id: project.id }, body: { worker_id: worker.id } });
    },
    onSettled: () => invalidate(client, 'GET /users', 'GET /ext/unconfirmed', 'GET /projects/{id}/workers', 'GET /ext/users'),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the account was created
  useEffect(() => finish.mutate(), []);
  const { copy, copied } = useClipboard();
  const address = `${location.origin}/app/`;
  const text = texts.shareText({ address, email: worker.email, password: worker.password });
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
      <Text c="dimmed">{texts.passOn(worker.name)}</Text>
      <LoopbackNote url={address} />
      <Facts>
        <Fact name={texts.address}>{address}</Fact>
        <Fact name={messages.people.email}>{worker.email}</Fact>
        <Fact name={messages.people.password}>
          <Code fz="sm">{worker.password}</Code>
        </Fact>
      </Facts>
      <Group gap="xs">
        {navigator.clipboard && <Button onClick={() => copy(text)}>{copied ? messages.app.copied : messages.app.copy}</Button>}
        {'share' in navigator && (
          <Button variant="default" onClick={() => void navigator.share({ text }).catch(() => {})}>
            {texts.share}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
      </Group>
      <QrCode text={address} label={texts.qr} />
    </Stack>
  );
}
