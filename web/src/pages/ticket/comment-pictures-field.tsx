import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { addReadable } from '../../features/add-readable.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Icon } from '../../ui/icon.tsx';
import type { NewPicture } from '../new-ticket/use-new-pictures.ts';

const maxPictures = 3;

/** @param count of the pictures that were chosen */
export function AddCommentPicture({ count, onAdd }: { count: number; onAdd: (files: File[]) => void }) {
  const messages = useMessages();
  const reset = useRef<() => void>(null);
  const remaining = maxPictures - count;
  if (remaining <= 0) return null;
  const addSelected = (files: File[]): void => {
    reset.current?.(); // otherwise a file that was removed could not be chosen again
    void addReadable(files.slice(0, remaining), onAdd);
    if (files.length > remaining) showToast({ text: messages.upload.tooMany(files.length - remaining) });
  };
  return (
    <FileButton multiple accept="image/*" resetRef={reset} onChange={addSelected}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<Icon icon={IconPhoto} />}>
          {messages.finish.addPhoto}
        </Button>
      )}
    </FileButton>
  );
}

/** The pictures of a comment that is not sent yet. */
export function ChosenPictures({ pictures, onRemove }: { pictures: NewPicture[]; onRemove: (picture: NewPicture) => void }) {
  const messages = useMessages();
  if (pictures.length === 0) return null;
  return (
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
  );
}
