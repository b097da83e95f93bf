import { Text, Title } from '@mantine/core';
import { useSnippetTexts } from '../../features/snippets/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Leads from the profile to the snippets. */
export function SnippetPanel() {
  const texts = useSnippetTexts();
  return (
    <Panel aria-labelledby="snippets">
      <Title order={2} id="snippets">
        {texts.title}
      </Title>
      <Text c="dimmed">{texts.summary}</Text>
      <LinkButton to="/snippets" variant="default">
        {texts.open}
      </LinkButton>
    </Panel>
  );
}
