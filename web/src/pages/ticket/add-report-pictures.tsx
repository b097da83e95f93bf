import { Box, Text } from '@mantine/core';
import { AddPictureButtons, maxPictures } from '../../features/add-picture-buttons.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { enqueuePhotos } from '../../offline-queue/queue.ts';
import type { ShownPhoto } from '../../offline-queue/shown-items.ts';
import { remainingPhotos } from './photo-limit.ts';
import { useTicketTexts } from './texts/texts.ts';

interface Props {
  /** of the ticket */
  id: number;
  /** whether the ticket is not closed */
  isOpen: boolean;
  /** how many attachments the ticket has; undefined until they were read */
  total: number | undefined;
  queued: ShownPhoto[];
}

/** Adds pictures to the report of an existing ticket, through the offline queue, or says why there can be no more. */
export function AddReportPictures({ id, isOpen, total, queued }: Props) {
  const messages = useMessages();
  const texts = useTicketTexts();
  const remaining = remainingPhotos(total === undefined ? undefined : { max_per_ticket: maxPictures, total }, queued);
  const add = (files: File[]): void => void enqueuePhotos(id, files, { isReport: true });
  const reason = isOpen ? remaining.min === 0 && messages.validation.enoughPhotos(maxPictures) : texts.noMorePhotos;
  return (
    <Box>
      {isOpen && <AddPictureButtons remaining={remaining.min === 0 ? 0 : remaining.max} onAdd={add} />}
      <Text size="sm" c="dimmed" role="status">
        {reason}
      </Text>
    </Box>
  );
}
