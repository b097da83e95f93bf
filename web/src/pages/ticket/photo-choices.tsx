import { Box, Group, Text } from '@mantine/core';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { photoKey } from './compared-pair.ts';
import { isQueuedPhoto, isReportPicture, type RoundPhoto } from './photo-rounds.ts';
import { RoundPhotoImage } from './round-photo-image.tsx';

interface Props {
  photos: RoundPhoto[];
  legend: string;
  /** different for all groups of a page */
  name: string;
  chosen: RoundPhoto;
  canChoose?: (photo: RoundPhoto) => boolean;
  onChoose: (photo: RoundPhoto) => void;
  /** a photo of the work could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
}

/** Radio buttons that show photos. */
export function PhotoChoices({ photos, legend, name, chosen, canChoose = () => true, onChoose, onBroken }: Props) {
  const messages = useMessages();
  return (
    <Group component="fieldset" gap="xs" className="photo-choices">
      <Text component="legend" p={0} size="sm" fw={600}>
        {legend}
      </Text>
      {photos.map((photo, index) => (
        <Box component="label" key={photoKey(photo)} pos="relative" w={72} h={72}>
          <Box
            component="input"
            pos="absolute"
            inset={0}
            opacity={0}
            style={{ cursor: 'pointer' }}
            type="radio"
            name={name}
            checked={photoKey(photo) === photoKey(chosen)}
            disabled={!canChoose(photo)}
            onChange={() => onChoose(photo)}
          />
          <RoundPhotoImage
            photo={photo}
            alt={messages.ticket.photoOf(index + 1, photos.length, fileNameOf(photo))}
            isSmall
            onBroken={onBroken}
          />
        </Box>
      ))}
    </Group>
  );
}

function fileNameOf(photo: RoundPhoto): string {
  if (isQueuedPhoto(photo)) return photo.name;
  return isReportPicture(photo) ? photo.filename : photo.original_name;
}
