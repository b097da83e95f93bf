import { Stack } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { PassOnCard } from '../../features/pass-on/pass-on-card.tsx';
import { PushPanel } from '../notifications/push-panel.tsx';
import { StepPanel } from './step-panel.tsx';
import { useStartTexts } from './texts/texts.ts';

/** Notifications of this browser, and the console on a phone. */
export function DeviceStep({ next }: { next: () => void }) {
  const texts = useStartTexts();
  const stored = useApiQuery('GET /ext/settings').data?.public_url.value;
  const origin = typeof stored === 'string' ? stored : location.origin;
  return (
    <Stack gap="md">
      <StepPanel title={texts.device.title} text={texts.device.text} next={{ label: texts.finish, run: next, isMain: true }} />
      <PushPanel />
      <PassOnCard link={`${origin}/app/`} title={texts.device.phone} text={texts.device.install} qrLabel={texts.device.qr} />
    </Stack>
  );
}
