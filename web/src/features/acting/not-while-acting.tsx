import { Button, Group } from '@mantine/core';
import { isPageWhileActing } from '../../api/act-for.ts';
import { PageLayout } from '../../ui/page-layout.tsx';
import { useActingTexts } from './texts/texts.ts';
import { useSwitch } from './use-switch.ts';

/** Shown instead of the pages that belong to the account that is signed in, and of forms to whoever may look only. */
export function NotWhileActing({ name, path }: { name: string; path: string }) {
  const texts = useActingTexts();
  const switchTo = useSwitch();
  return (
    <PageLayout title={texts.notAvailable} lead={isPageWhileActing(path, false) ? texts.mayOnlyRead : texts.notAvailableText}>
      <Group>
        <Button onClick={() => void switchTo()}>{texts.endFull(name)}</Button>
      </Group>
    </PageLayout>
  );
}
