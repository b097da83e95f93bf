import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { maxPictures, type NewPicture } from './use-new-pictures.ts';

interface Props {
  pictures: NewPicture[];
  onAdd: (files: File[]) => void;
  onRemove: (picture: NewPicture) => void;
}

/** Pictures of what is broken: on a phone from its camera, several at once from its photos. */
export function PicturesField({ pictures, onAdd, onRemove }: Props) {
  const messages = useMessages();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  const remaining = maxPictures - pictures.length;
  function addSelected({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const selected = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    onAdd(selected.slice(0, remaining));
    if (selected.length > remaining) showToast({ text: messages.upload.tooMany(selected.length - remaining) });
  }
  const inputProps = { type: 'file', accept: 'image/*', hidden: true, onChange: addSelected };
  return (
    <Stack gap="xs">
      <input ref={camera} {...inputProps} capture="environment" />
      <input ref={files} {...inputProps} multiple />
      {remaining > 0 && (
        <Group gap="xs" grow>
          {hasCamera && (
            <Button variant="default" px="xs" leftSection={<Icon icon={IconCamera} />} onClick={() => camera.current?.click()}>
              {messages.ticket.takePhoto}
            </Button>
          )}
          <Button variant="default" px="xs" leftSection={<Icon icon={IconPhoto} />} onClick={() => files.current?.click()}>
            {hasCamera ? messages.ticket.choosePhotos : messages.ticket.addPhoto}
          </Button>
        </Group>
      )}
      {pictures.length > 0 && (
        <ul className="gallery">
          {pictures.map((picture, index) => (
            <li key={picture.key} className="new-picture">
              <img src={picture.preview} alt={messages.ticket.photoOf(index + 1, pictures.length, picture.file.name)} />
              <ActionIcon
                variant="default"
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
