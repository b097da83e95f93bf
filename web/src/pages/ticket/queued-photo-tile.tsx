import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { UnreadablePhotoError } from '../../lib/photo-errors.ts';
import { showToast } from '../../lib/toasts.ts';
import { discard, retry } from '../../offline-queue/queue.ts';
import { isWaitingOrFailed, type ShownPhoto } from '../../offline-queue/shown-items.ts';
import { PhotoLabel } from './before-after.tsx';

interface Props {
  photo: ShownPhoto;
  /** what the photo counts as */
  label: string | undefined;
}

/** A photo that is being uploaded, or waits for it. */
export function QueuedPhotoTile({ photo, label }: Props) {
  const messages = useMessages();
  const { key, state, progress, error } = photo;
  const percent = Math.round(progress * 100);
  const text = {
    preparing: messages.upload.preparing,
    sending: '', // a screen reader would announce each percentage
    sent: '',
    waiting: error ? errorText(error, messages) : messages.upload.waiting,
    failed: error instanceof UnreadablePhotoError ? messages.upload.unreadable : errorText(error, messages),
  }[state];
  async function remove(): Promise<void> {
    const undo = await discard(key);
    showToast({ text: messages.ticket.photoRemoved, undo: () => void undo() });
  }
  return (
    <Stack component="li" className={`upload ${state}`} gap={4} fz="xs" lh="xs">
      <Box component="img" opacity={0.65} src={photo.preview} alt={photo.name} />
      <PhotoLabel label={label} />
      {!isWaitingOrFailed(photo) && (
        <Box
          component="progress"
          w="100%"
          max={100}
          value={state === 'preparing' ? undefined : percent}
          aria-label={photo.name}
        />
      )}
      <Text inherit c={state === 'failed' ? 'var(--danger)' : undefined}>
        <span role="status">{text}</span>
        {state === 'sending' && messages.upload.sending(percent)}
        {state === 'sent' && messages.upload.sending(100)}
      </Text>
      {isWaitingOrFailed(photo) && (
        // Far enough from each other for a thumb.
        <Group gap="lg">
          <Button variant="subtle" px="xs" onClick={() => void retry(key)}>
            {messages.upload.retry}
          </Button>
          <Button variant="subtle" px="xs" onClick={() => void remove()}>
            {messages.upload.remove}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
