import { Stack } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { PassOnCard } from '../../features/pass-on/pass-on-card.tsx';
import { useIsTouch } from '../../ui/use-breakpoint.ts';
import { InstallPanel } from '../installed/install-panel.tsx';
import { PushPanel } from '../notifications/push-panel.tsx';
import { usePushState } from '../notifications/use-push.ts';
import { StepPanel } from './step-panel.tsx';
import { useStartTexts } from './texts/texts.ts';

/** Notifications of this browser, its installation, and on a computer the code for a phone. */
export function DeviceStep({ next }: { next: () => void }) {
  const texts = useStartTexts();
  const stored = useApiQuery('GET /ext/settings').data?.public_url.value;
  const origin = typeof stored === 'string' ? stored : location.origin;
  const push = usePushState();
  const isPhone = useIsTouch();
  const canPush = push === 'on' || push === 'off';
  // Browsers install only what is open over https.
  const text = origin.startsWith('https:') ? texts.device.install : texts.device.open;
  return (
    <Stack gap="md">
      <StepPanel
        title={texts.device.title}
        text={canPush ? texts.device.text : texts.device.noPush}
        next={{ label: texts.finish, run: next, isMain: true }}
      />
      {canPush && <PushPanel />}
      <InstallPanel />
      {!isPhone && <PassOnCard link={`${origin}/app/`} title={texts.device.phone} text={text} qrLabel={texts.device.qr} />}
    </Stack>
  );
}
