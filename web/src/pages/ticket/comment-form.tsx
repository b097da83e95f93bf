import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { FormEvent, KeyboardEvent } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Profile, Ticket } from '../../contract/schemas.ts';
import { SnippetMenu } from '../../features/snippets/lazy.ts';
import { enqueueComment } from '../../offline-queue/queue.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { ChosenPictures } from '../new-ticket/chosen-pictures.tsx';
import { useNewPictures } from '../new-ticket/use-new-pictures.ts';
import { AddCommentPicture } from './comment-pictures-field.tsx';
import { useTicketTexts } from './texts/texts.ts';
import { useIsDisabled } from './use-is-disabled.ts';

const maxLength = 4_000;

/**
 * A field for a comment on a ticket that is not closed, with pictures. The offline queue sends it. It stays internal until the switch is
 * turned off: a comment by mistake is then internal, never public.
 */
export function CommentForm({ ticket }: { ticket: Ticket }) {
  const { comments: texts } = useTicketTexts();
  const me = useCurrentUser();
  const [text, setText, clear] = useDraft(`comment-${ticket.id}`, '');
  const isWorkerDisabled = useIsDisabled(ticket.status === 'closed' ? null : ticket.worker_id);
  const [internal, setInternal] = useDraft(`comment-internal-${ticket.id}`, false);
  const [toReporter, setToReporter] = useDraft(`comment-to-reporter-${ticket.id}`, false);
  const contacts = useApiQuery('GET /ext/tickets/{id}/contacts', { params: { id: ticket.id } }).data;
  const { pictures, add, remove, removeAll } = useNewPictures(`comment-${ticket.id}`);
  if (!mayWrite) return null;
  if (ticket.status === 'closed')
    return (
      <Text size="sm" c="dimmed">
        {texts.closed}
      </Text>
    );
  // A comment for the person outside is meant as such each time, so the switch is off again after it.
  const isShown = toReporter && !internal;
  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (!text.trim()) return;
    const files = pictures.map(({ file }) => file);
    const isQueued = enqueueComment(ticket.id, { text: text.trim(), internal, toReporter: isShown, files });
    setToReporter(false);
    setText('');
    clear();
    removeAll(isQueued);
  }
  return (
    <Stack component="form" gap="xs" onSubmit={submit}>
      <Textarea
        label={texts.field}
        description={isWorkerDisabled && texts.workerDisabled}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
        maxLength={maxLength}
        autosize
        minRows={2}
        maxRows={12}
        classNames={internal ? { input: 'internal-comment' } : {}}
      />
      {/* Shown as long as it is on: what was written for the staff must not be sent to the client. */}
      {(writesInternal(me, ticket) || internal) && (
        <Switch
          label={texts.internal}
          description={texts.internalReaders}
          checked={internal}
          onChange={(event) => setInternal(event.currentTarget.checked)}
        />
      )}
      {contacts?.reporter && !internal && (
        <Switch
          label={texts.toReporter}
          description={texts.toReporterHint}
          checked={toReporter}
          onChange={(event) => setToReporter(event.currentTarget.checked)}
        />
      )}
      <ChosenPictures pictures={pictures} onRemove={remove} />
      <Group gap="xs">
        <Button type="submit" disabled={!text.trim()}>
          {internal ? texts.sendInternal : texts.send}
        </Button>
        {canAttach(me, ticket) && <AddCommentPicture count={pictures.length} onAdd={add} />}
        <SnippetMenu kind="comment" text={text} maxLength={maxLength} onChange={setText} />
      </Group>
    </Stack>
  );
}

/** The rule of `readsInternalComments` in src/product/visibility.ts. */
const writesInternal = ({ id, role }: Profile, { worker_id }: Ticket): boolean => role === 'admin' || worker_id === id;

/** The rule of `canAttach` in src/product/visibility.ts: a client sees own tickets only. */
const canAttach = ({ id, role }: Profile, { worker_id }: Ticket): boolean => role !== 'worker' || worker_id === id;
