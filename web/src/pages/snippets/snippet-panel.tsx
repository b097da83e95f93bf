import { Text, Title } from '@mantine/core';
import { LinkButton } from '../../components/link-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSnippetTexts } from '../../components/snippets/texts/texts.ts';

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
