import { Button, Text, Title } from '@mantine/core';
import { useBrand } from '../../lib/brand.ts';
import { useInstall } from '../../lib/install-prompt.ts';
import { isAppleMobile, isOnHomeScreen } from '../../push/push-state.ts';
import { Panel } from '../../ui/panel.tsx';
import { useInstalledTexts } from './texts/texts.ts';

/** Offers to install the console, or says how on an iPhone, whose browsers have no button for it. Nothing where it is installed. */
export function InstallPanel({ hintsAtHomeScreen = true }: { hintsAtHomeScreen?: boolean }) {
  const texts = useInstalledTexts();
  const install = useInstall();
  const { name } = useBrand();
  const showsHint = hintsAtHomeScreen && isAppleMobile() && !isOnHomeScreen();
  if (!install && !showsHint) return null;
  return (
    <Panel aria-labelledby="install">
      <Title order={2} id="install">
        {texts.installTitle}
      </Title>
      <Text c="dimmed">{texts.installText(name)}</Text>
      {install ? (
        <div>
          <Button variant="default" onClick={install}>
            {texts.install}
          </Button>
        </div>
      ) : (
        <Text>{texts.homeScreen(name)}</Text>
      )}
    </Panel>
  );
}
