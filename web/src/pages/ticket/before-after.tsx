import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { ShortTime } from '../../components/time.tsx';
import type { Ticket, TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PhotoImage } from './photo-image.tsx';

/** The first photo of a ticket and the last one before its work was done; undefined until then, and with fewer than two. */
export function beforeAndAfter(ticket: Pick<Ticket, 'done_at' | 'status'>, photos: TicketPhoto[]) {
  const before = photos[0];
  const after = photos.at(-1);
  const isDone = ticket.done_at !== undefined && ['done', 'confirmed', 'closed'].includes(ticket.status);
  return isDone && before && after && before !== after ? { before, after } : undefined;
}

interface Props {
  before: TicketPhoto;
  after: TicketPhoto;
  /** shows one of them by itself */
  onOpen?: (photo: TicketPhoto) => void;
  /** a photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
}

/** Two photos of the same place over each other; a slider shows more of one or of the other. */
export function BeforeAfter({ before, after, onOpen, onBroken }: Props) {
  const messages = useMessages();
  const [percent, setPercent] = useState(50);
  return (
    <Stack className="before-after" gap={4} maw={720} style={{ '--shown': `${percent}%` } as CSSProperties}>
      <ComparedPhotos>
        <PhotoImage photo={after} alt={messages.photos.after} loading="lazy" onBroken={onBroken} />
        <PhotoImage photo={before} alt={messages.photos.before} loading="lazy" onBroken={onBroken} />
        <input
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-label={messages.photos.compare}
          onChange={(event) => setPercent(event.currentTarget.valueAsNumber)}
        />
        <Box left="calc(var(--shown) - 2px)" w={4} bg="white" style={{ pointerEvents: 'none' }} />
      </ComparedPhotos>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Caption label={messages.photos.before} photo={before} onOpen={onOpen} />
        <Caption label={messages.photos.after} photo={after} onOpen={onOpen} align="flex-end" />
      </Group>
    </Stack>
  );
}

/** Photos of the same size over each other. */
export function ComparedPhotos({ children }: { children: ReactNode }) {
  return (
    <Box className="compared" pos="relative" bg="var(--inset-background)" bdrs="md">
      {children}
    </Box>
  );
}

interface CaptionProps {
  label: string;
  photo: TicketPhoto;
  onOpen: Props['onOpen'];
  align?: 'flex-start' | 'flex-end';
}

function Caption({ label, photo, onOpen, align = 'flex-start' }: CaptionProps) {
  return (
    <Stack component="p" gap={0} align={align} ta={align === 'flex-end' ? 'right' : undefined} fz="sm" lh="sm">
      {onOpen ? (
        <Button variant="subtle" px={0} onClick={() => onOpen(photo)}>
          {label}
        </Button>
      ) : (
        <b>{label}</b>
      )}{' '}
      <PhotoCredit photo={photo} />
    </Stack>
  );
}

/** Who has added a photo, and when. */
export function PhotoCredit({ photo }: { photo: TicketPhoto }) {
  return (
    <Text span size="xs" c="dimmed">
      <bdi>{photo.uploader_name}</bdi>, <ShortTime at={photo.created_at} />
    </Text>
  );
}
