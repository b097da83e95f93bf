import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { FormEvent, KeyboardEvent } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { FormError } from '../../components/form-error.tsx';
import type { Ticket } from '../../contract/schemas.ts';
import { useDraft } from '../../session/use-draft.ts';
import { useTicketTexts } from './texts/texts.ts';

const maxLength = 4_000;

/** A field for a comment on a ticket that is not closed. Its text is kept until the service has taken it. */
export function CommentForm({ ticket: { id, status } }: { ticket: Ticket }) {
  const { comments: texts } = useTicketTexts();
  const [text, setText, clear] = useDraft(`comment-${id}`, '');
  const send = useApiMutation('POST /ext/tickets/{id}/comments', {
    invalidates: ['GET /ext/tickets/{id}/comments'],
    showErrorToast: false,
    onSuccess: () => {
      setText('');
      clear();
    },
  });
  if (status === 'closed')
    return (
      <Text size="sm" c="dimmed">
        {texts.closed}
      </Text>
    );
  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (text.trim() && !send.isPending) send.mutate({ params: { id }, body: { text: text.trim() } });
  }
  return (
    <Stack component="form" gap="xs" onSubmit={submit}>
      <Textarea
        label={texts.field}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
        readOnly={send.isPending}
        maxLength={maxLength}
        autosize
        minRows={2}
        maxRows={12}
      />
      <FormError error={send.error} />
      <Group gap="xs">
        <Button type="submit" mih={44} loading={send.isPending} disabled={!text.trim()}>
          {texts.send}
        </Button>
      </Group>
    </Stack>
  );
}
