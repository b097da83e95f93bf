import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Ticket, TicketAttachment, TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import type { ShownPhoto } from '../../offline-queue/shown-items.ts';
import { ShortTime } from '../../ui/time.tsx';
import { afterLabel, currentRound, isQueuedPhoto, type RoundPhoto } from './photo-rounds.ts';
import { RoundPhotoImage } from './round-photo-image.tsx';

interface Props {
  ticket: Ticket;
  before: RoundPhoto;
  /** undefined when the current round has no photo */
  after: RoundPhoto | undefined;
  /** shows the small versions of the photos */
  isSmall?: boolean;
  /** shows the photos beside each other, without a slider */
  isSideBySide?: boolean;
  /** shows one of them by itself */
  onOpen?: (photo: TicketPhoto | TicketAttachment) => void;
  /** a photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
}

/** Two photos of the same place: over each other, where a slider shows more of one or of the other, or side by side. */
export function BeforeAfter({ ticket, before, after, isSmall, isSideBySide = false, onOpen, onBroken }: Props) {
  const messages = useMessages();
  const resultLabel = afterLabel(ticket, messages);
  const [percent, setPercent] = useState(50);
  return (
    <Stack className="before-after" gap={4} maw={720} style={{ '--shown': `${percent}%` } as CSSProperties}>
      <ComparedPhotos isSideBySide={isSideBySide}>
        {after && <RoundPhotoImage photo={after} alt={resultLabel} isSmall={isSmall} onBroken={onBroken} />}
        <RoundPhotoImage photo={before} alt={messages.photos.before} isSmall={isSmall} onBroken={onBroken} />
        {after && !isSideBySide && (
          <>
            <input
              type="range"
              min={0}
              max={100}
              value={percent}
              aria-label={messages.photos.compare}
              onChange={(event) => setPercent(event.currentTarget.valueAsNumber)}
            />
            <Box left="calc(var(--shown) - 2px)" w={4} bg="white" style={{ pointerEvents: 'none' }} />
          </>
        )}
      </ComparedPhotos>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Caption label={messages.photos.before} photo={before} onOpen={onOpen} />
        {after ? (
          <Caption label={resultLabel} photo={after} onOpen={onOpen} align="flex-end" />
        ) : (
          <Text fz="sm" lh="sm" fw={600} ta="right" mt={onOpen && 10}>
            {messages.photos.noneInRound(currentRound(ticket))}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

interface ComparedPhotosProps {
  isSideBySide?: boolean;
  children: ReactNode;
}

/** Photos of the same size over each other, or the last one before the first one. */
export function ComparedPhotos({ isSideBySide = false, children }: ComparedPhotosProps) {
  return (
    <Box className={isSideBySide ? 'compared-sides' : 'compared'} pos="relative" bg="var(--inset-background)" bdrs="md">
      {children}
    </Box>
  );
}

interface CaptionProps {
  label: string;
  photo: RoundPhoto;
  onOpen: Props['onOpen'];
  align?: 'flex-start' | 'flex-end';
}

function Caption({ label, photo, onOpen, align = 'flex-start' }: CaptionProps) {
  return (
    <Stack component="p" gap={0} align={align} ta={align === 'flex-end' ? 'right' : undefined} fz="sm" lh="sm">
      {onOpen && !isQueuedPhoto(photo) ? (
        <Button variant="subtle" px={0} onClick={() => onOpen(photo)}>
          {label}
        </Button>
      ) : (
        <b>{label}</b>
      )}{' '}
      {isQueuedPhoto(photo) ? <UnsentNote photo={photo} /> : <PhotoCredit photo={photo} />}
    </Stack>
  );
}

/** What a photo counts as; nothing without a label. */
export function PhotoLabel({ label }: { label: string | undefined }) {
  return (
    label && (
      <Text span size="sm" fw={600}>
        {label}
      </Text>
    )
  );
}

/** Who has added a photo, and when. */
export function PhotoCredit({ photo }: { photo: TicketPhoto | TicketAttachment }) {
  return (
    <Text span size="xs" c="dimmed">
      <bdi>{'uploader_name' in photo ? photo.uploader_name : photo.author_name}</bdi>, <ShortTime at={photo.created_at} />
    </Text>
  );
}

function UnsentNote({ photo: { state } }: { photo: ShownPhoto }) {
  const messages = useMessages();
  if (state === 'sent') return null;
  return (
    <Text span size="xs" c="dimmed">
      {messages.unsent.badge}
    </Text>
  );
}
