import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { ReachNote } from '../../../features/pass-on/reach-note.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { useCalendarTexts } from './texts/texts.ts';

const invalidates = ['GET /ext/calendar'] as const;

/** The address of the user's calendar feed, which is shown when it is created and never again. */
export function FeedPanel() {
  const texts = useCalendarTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: state } = useApiQuery('GET /ext/calendar');
  const create = useApiMutation('POST /ext/calendar', { invalidates: [...invalidates] });
  const end = useApiMutation('DELETE /ext/calendar', {
    invalidates: [...invalidates],
    onSuccess: () => {
      create.reset();
      showToast({ text: texts.voided });
      heading.current?.focus(); // the button disappears
    },
  });
  return (
    <Box mt="xl">
      <Panel aria-labelledby="calendar-feed">
        <Title order={2} id="calendar-feed" ref={heading} tabIndex={-1}>
          {texts.feed}
        </Title>
        <Text c="dimmed">{texts.feedText}</Text>
        {create.data && <CopyableText text={create.data.url} />}
        {create.data && <ReachNote url={create.data.url} />}
        {create.data && <Text size="sm">{texts.secret}</Text>}
        {state?.created_at && !create.data && (
          <Text size="sm">
            {texts.created} <RelativeTime at={state.created_at} />. {texts.replaceText}
          </Text>
        )}
        {state && (
          <Group gap="xs">
            <Button variant="default" loading={create.isPending} onClick={() => create.mutate({})}>
              {state.created_at ? texts.replace : texts.create}
            </Button>
            {state.created_at && (
              <Button variant="subtle" c="dimmed" loading={end.isPending} onClick={() => end.mutate({})}>
                {texts.end}
              </Button>
            )}
          </Group>
        )}
      </Panel>
    </Box>
  );
}
