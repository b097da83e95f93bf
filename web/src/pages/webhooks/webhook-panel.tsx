import { Text, Title } from '@mantine/core';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWebhookTexts } from './texts/texts.ts';

/** Leads from the profile to the webhooks. */
export function WebhookPanel() {
  const texts = useWebhookTexts();
  return (
    <Panel aria-labelledby="webhooks">
      <Title order={2} id="webhooks">
        {texts.title}
      </Title>
      <Text c="dimmed">{texts.summary}</Text>
      <LinkButton to="/webhooks" variant="default">
        {texts.open}
      </LinkButton>
    </Panel>
  );
}
