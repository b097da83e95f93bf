import { Button, Group } from '@mantine/core';
import { PageLayout } from '../page-layout.tsx';
import { useActingTexts } from './texts/texts.ts';
import { useSwitch } from './use-switch.ts';

/** Shown instead of the pages that belong to the account that is signed in. */
export function NotWhileActing({ name }: { name: string }) {
  const texts = useActingTexts();
  const switchTo = useSwitch();
  return (
    <PageLayout title={texts.notAvailable} lead={texts.notAvailableText}>
      <Group>
        <Button onClick={() => void switchTo()}>{texts.endFull(name)}</Button>
      </Group>
    </PageLayout>
  );
}
