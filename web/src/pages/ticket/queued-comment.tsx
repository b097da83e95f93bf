import { Button, Group, Text } from '@mantine/core';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { UnreadablePhotoError } from '../../lib/photo-errors.ts';
import { discard, retry } from '../../offline-queue/queue.ts';
import { isWaitingOrFailed, type ShownComment } from '../../offline-queue/shown-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { InternalComment } from './internal-comment.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** A comment, or the report of another defect, that is being sent, or waits for it. */
export function QueuedComment({ comment }: { comment: ShownComment }) {
  const messages = useMessages();
  const { name } = useCurrentUser();
  const { comments: texts, found } = useTicketTexts();
  const { key, state, text, internal, isFound, previews, commentId } = comment;
  return (
    <InternalComment isInternal={internal}>
      <p>
        <IsolatedName name={name} />{' '}
        <Text span size="sm" c={state === 'failed' ? 'var(--danger)' : 'var(--warning)'} role="status">
          {stateText(comment, messages)}
          {state === 'failed' && commentId !== undefined && ` ${texts.withoutPictures}`}
        </Text>
      </p>
      {isFound && <Text size="sm">{found}</Text>}
      <Text className="description">{text}</Text>
      {previews.length > 0 && (
        <ul className="gallery">
          {previews.map((preview) => (
            <li key={preview}>
              <img src={preview} alt="" />
            </li>
          ))}
        </ul>
      )}
      {isWaitingOrFailed(comment) && (
        <Group gap="lg">
          <Button variant="subtle" px="xs" onClick={() => void retry(key)}>
            {messages.upload.retry}
          </Button>
          <Button variant="subtle" px="xs" onClick={() => void discard(key)}>
            {messages.unsent.discard}
          </Button>
        </Group>
      )}
    </InternalComment>
  );
}

function stateText({ state, error }: ShownComment, messages: Messages): string {
  if (state === 'sending' || state === 'sent') return messages.queuedOperations.sending;
  if (error instanceof UnreadablePhotoError) return messages.upload.unreadable;
  return error ? errorText(error, messages) : messages.upload.waiting;
}
