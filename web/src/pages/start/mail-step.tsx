import { Button, Group, Stack } from '@mantine/core';
import type { Settings } from '../../contract/schemas.ts';
import { MailPanel } from '../settings/mail-panel.tsx';
import { StepPanel } from './step-panel.tsx';
import { useStartTexts } from './texts/texts.ts';

/** The mail server, or later: links can be passed on without one. */
export function MailStep({ settings, next }: { settings: Settings; next: () => void }) {
  const texts = useStartTexts();
  const isSet = settings['smtp.host'].value !== null;
  return (
    <Stack gap="md">
      <StepPanel title={texts.mail.title} text={isSet ? texts.mail.isSet : texts.mail.text}>
        <Group>
          <Button variant={isSet ? 'filled' : 'default'} onClick={next}>
            {isSet ? texts.next : texts.later}
          </Button>
        </Group>
      </StepPanel>
      <MailPanel settings={settings} />
    </Stack>
  );
}
