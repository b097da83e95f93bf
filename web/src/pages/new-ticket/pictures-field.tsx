import { ActionIcon, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { AddPictureButtons, maxPictures } from '../../features/add-picture-buttons.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import type { NewPicture } from './use-new-pictures.ts';

interface Props {
  pictures: NewPicture[];
  onAdd: (files: File[]) => void;
  onRemove: (picture: NewPicture) => void;
}

/** Pictures of what is broken: on a phone from its camera, several at once from its photos. */
export function PicturesField({ pictures, onAdd, onRemove }: Props) {
  const messages = useMessages();
  const remaining = maxPictures - pictures.length;
  return (
    <Stack gap="xs">
      <AddPictureButtons remaining={remaining} onAdd={onAdd} />
      {pictures.length > 0 && (
        <ul className="gallery">
          {pictures.map((picture, index) => (
            <li key={picture.key} className="new-picture">
              <img src={picture.preview} alt={messages.ticket.photoOf(index + 1, pictures.length, picture.file.name)} />
              <ActionIcon
                variant="default"
                pos="absolute"
                top={4}
                right={4}
                size={44}
                aria-label={`${messages.ticket.removePhoto} ${picture.file.name}`}
                onClick={() => onRemove(picture)}
              >
                <Icon icon={IconX} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {remaining === 0 && (
        <Text size="sm" c="dimmed">
          {messages.validation.enoughPhotos(maxPictures)}
        </Text>
      )}
    </Stack>
  );
}
