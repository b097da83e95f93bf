import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useActsFor } from '../../features/acting/use-acts-for.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Meta } from '../../ui/meta.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddWorkerDialog } from '../projects/add-worker-dialog.tsx';
import { CreateProjectDialog } from '../projects/create-project-dialog.tsx';
import { ObjectDialog } from '../projects/object-dialog.tsx';
import { ActForPanel } from './act-for-panel.tsx';
import { isStartStep } from './start-steps.ts';
import { useGetStartedTexts } from './texts/texts.ts';
import { useFirstVisit } from './use-first-visit.ts';
import { type StepName, useAdminSteps, useClientSteps, useHasClosedRequest, useHideWhen } from './use-steps.ts';

/** The first steps of a client or an admin, with the dialogs that they open. */
export function RoleSteps({ hide }: { hide: () => void }) {
  const { role } = useCurrentUser();
  return role === 'admin' ? <AdminSteps hide={hide} /> : <ClientSteps hide={hide} />;
}

function ClientSteps({ hide }: { hide: () => void }) {
  const accounts = useActsFor();
  const { steps, project } = useClientSteps();
  if (accounts.length > 0 && !project) return <ActForPanel accounts={accounts} hide={hide} />;
  return <Steps steps={steps} project={project} hide={hide} />;
}

function AdminSteps({ hide }: { hide: () => void }) {
  const { steps, project } = useAdminSteps();
  useFirstVisit(steps?.every(({ name, isDone }) => !isDone || (name !== 'buildings' && name !== 'people')));
  return <Steps steps={steps} project={project} hide={hide} />;
}

function Steps({ steps, project, hide }: ReturnType<typeof useClientSteps> & { hide: () => void }) {
  const texts = useGetStartedTexts();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<StepName>();
  const isOver = useHasClosedRequest() === true || steps?.every(({ isDone }) => isDone) === true;
  useHideWhen(isOver && !dialog, hide);
  if (!steps) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const close = (): void => setDialog(undefined);
  function open(name: StepName): void {
    if (name === 'ticket') void navigate({ to: '/tickets/new' });
    else if (name === 'notifications') void navigate({ to: '/notifications/settings' });
    else if (isStartStep(name)) void navigate({ to: '/start', search: { step: name } });
    else setDialog(name);
  }
  return (
    <Panel mb="xl" aria-labelledby="get-started">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="get-started">
          {texts.title}
        </Title>
        <Button variant="subtle" onClick={hide}>
          {texts.hide}
        </Button>
      </Group>
      <Text c="dimmed">{texts.lead}</Text>
      <Stack component="ol" gap="xs">
        {steps.map(({ name, isDone, isPossible }) => (
          <Meta key={name} component="li">
            <Icon icon={isDone ? IconCircleCheck : IconCircle} />
            {isDone || !isPossible ? (
              <span>
                {texts.steps[name]}
                {isDone && <VisuallyHidden>, {texts.done}</VisuallyHidden>}
              </span>
            ) : (
              <Button variant={name === next?.name ? 'filled' : 'default'} onClick={() => open(name)}>
                {texts.steps[name]}
              </Button>
            )}
          </Meta>
        ))}
      </Stack>
      {dialog === 'project' && <CreateProjectDialog onClose={close} />}
      {dialog === 'object' && project && <ObjectDialog project={project} onClose={close} />}
      {dialog === 'worker' && project && <AddWorkerDialog project={project} members={[]} onClose={close} />}
    </Panel>
  );
}
