import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { addReadable } from '../../../features/add-readable.ts';
import { discard, enqueuePhotos } from '../../../offline-queue/queue.ts';
import { isWaitingOrFailed, useShownPhotos } from '../../../offline-queue/shown-items.ts';
import { Icon } from '../../../ui/icon.tsx';
import { remainingPhotos } from '../photo-limit.ts';
import { type AnswerProps, answerItem } from './answer-item.ts';
import { AnswerPhoto } from './answer-photo.tsx';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** A photo of the camera: one of the photos of the ticket, which answers the item once it is uploaded. */
export function PhotoAnswer({ ticket: { id }, item, labelId }: AnswerProps) {
  const texts = useTicketChecklistTexts();
  const input = useRef<HTMLInputElement>(null);
  const photos = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const isFull = remainingPhotos(photos.data, useShownPhotos(id)).min === 0;
  const { photo, value } = item;
  const hasAnswer = photo !== undefined || value !== null;
  const replaces = photo && isWaitingOrFailed(photo);
  async function add(files: File[]): Promise<void> {
    if (photo && replaces) await discard(photo.key);
    await enqueuePhotos(id, files.slice(0, 1), { checklistItem: item.id });
  }
  function addTaken({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    void addReadable([...(currentTarget.files ?? [])], (files) => void add(files));
    currentTarget.value = '';
  }
  return (
    <>
      <AnswerPhoto ticketId={id} item={item} />
      {/* The input stays mounted: an open camera returns its photo to it. */}
      <input ref={input} type="file" accept="image/*" capture="environment" hidden onChange={addTaken} />
      <Group grow preventGrowOverflow={false} gap="xs" role="group" aria-labelledby={labelId}>
        <Button
          variant="default"
          mih={56}
          disabled={isFull && !replaces}
          leftSection={<Icon icon={IconCamera} />}
          onClick={() => input.current?.click()}
        >
          {hasAnswer ? texts.takeAnother : texts.takePhoto}
          <VisuallyHidden> {item.label}</VisuallyHidden>
        </Button>
        {value !== null && !photo && (
          <Button variant="default" mih={56} onClick={() => void answerItem(id, item, null)}>
            {texts.removeAnswer}
            <VisuallyHidden> {item.label}</VisuallyHidden>
          </Button>
        )}
      </Group>
      {isFull && !replaces && (
        <Text size="sm" c="dimmed">
          {texts.noMorePhotos}
        </Text>
      )}
    </>
  );
}
