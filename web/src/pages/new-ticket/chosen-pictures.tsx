import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import type { NewPicture } from './use-new-pictures.ts';

/** The photos that are chosen and not sent yet. */
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
