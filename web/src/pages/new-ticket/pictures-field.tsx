import { Stack, Text } from '@mantine/core';
import { AddPictureButtons, maxPictures } from '../../features/add-picture-buttons.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { ChosenPictures } from './chosen-pictures.tsx';
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
      <ChosenPictures pictures={pictures} onRemove={onRemove} />
      {remaining === 0 && (
        <Text size="sm" c="dimmed">
          {messages.validation.enoughPhotos(maxPictures)}
        </Text>
      )}
    </Stack>
  );
}
