import { Group, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { InvitedUser } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { isStartStep, type StartStep, startSteps } from '../get-started/start-steps.ts';
import { useAdminSteps } from '../get-started/use-steps.ts';
import { AddressStep } from './address-step.tsx';
import { BuildingsStep } from './buildings-step.tsx';
import { DeviceStep } from './device-step.tsx';
import { MailStep } from './mail-step.tsx';
import { PeopleStep } from './people-step.tsx';
import { useStartTexts } from './texts/texts.ts';

/** The set-up of an installation in five screens, for admins. Each can be skipped, and opened again. */
export const StartPage = forRoles(['admin'], Start);

function Start() {
  const texts = useStartTexts();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/start' });
  const step = isStartStep(search.step) ? search.step : 'address';
  // The links are answered once, so they are kept while the admin goes from screen to screen.
  const [invited, setInvited] = useState<InvitedUser[]>([]);
  const focused = useRef(step);
  useEffect(() => {
    if (focused.current !== step) document.getElementById('step')?.focus(); // the button that led on is gone
    focused.current = step;
  }, [step]);
  const settings = useApiQuery('GET /ext/settings');
  const { data } = settings;
  const next = (): void => {
    const following = startSteps[startSteps.indexOf(step) + 1];
    void navigate(following ? { to: '/start', search: { step: following } } : { to: '/' });
  };
  const addInvited = (user: InvitedUser): void => setInvited((before) => [user, ...before]);
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
      <Stack gap="lg" maw={760}>
        <StepList current={step} />
        {step === 'address' && settings.isPending && <ListSkeleton height={120} />}
        {(step === 'address' || step === 'mail') && settings.isError && !data && (
          <ErrorState error={settings.error} retry={() => void settings.refetch()} />
        )}
        {step === 'address' && data && <AddressStep settings={data} next={next} />}
        {step === 'mail' && data && <MailStep settings={data} next={next} />}
        {step === 'buildings' && <BuildingsStep onInvited={addInvited} next={next} />}
        {step === 'people' && <PeopleStep invited={invited} onInvited={addInvited} next={next} />}
        {step === 'device' && <DeviceStep next={next} />}
      </Stack>
    </PageLayout>
  );
}

function StepList({ current }: { current: StartStep }) {
  const texts = useStartTexts();
  const { steps } = useAdminSteps();
  return (
    <Group component="nav" gap="0 var(--mantine-spacing-md)" aria-label={texts.steps}>
      {startSteps.map((step) => {
        const isDone = steps?.some(({ name, isDone }) => name === step && isDone) === true;
        return (
          <Link
            key={step}
            to="/start"
            search={{ step }}
            className="tap-target"
            aria-current={step === current ? 'step' : undefined}
          >
            <Group gap={4} wrap="nowrap">
              <Icon icon={isDone ? IconCircleCheck : IconCircle} />
              <Text span inherit fw={step === current ? 700 : 400}>
                {texts.names[step]}
              </Text>
            </Group>
          </Link>
        );
      })}
    </Group>
  );
}
