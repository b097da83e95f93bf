import { Button, Group } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { Icon } from '../ui/icon.tsx';
import { addReadable } from './add-readable.ts';

/** The most pictures that a ticket takes with its report and its comments. */
export const maxPictures = 10;

interface Props {
  /** how many more can be added; without any, the buttons are hidden */
  remaining: number;
  onAdd: (files: File[]) => void;
}

/** Adds photos: on a phone one of its camera, and several at once of its photos. */
export function AddPictureButtons({ remaining, onAdd }: Props) {
  const messages = useMessages();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  function addSelected({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const selected = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    void addReadable(selected.slice(0, remaining), onAdd);
    if (selected.length > remaining) showToast({ text: messages.upload.tooMany(selected.length - remaining) });
  }
  const inputProps = { type: 'file', accept: 'image/*', hidden: true, onChange: addSelected };
  const buttonProps = { variant: 'default', px: 'xs', flex: hasCamera ? '1 1 auto' : undefined };
  return (
    // The inputs stay mounted while the limit is reached: an open camera returns its picture to them.
    <>
      <input ref={camera} {...inputProps} capture="environment" />
      <input ref={files} {...inputProps} multiple />
      {remaining > 0 && (
        <Group gap="xs">
          {hasCamera && (
            <Button {...buttonProps} leftSection={<Icon icon={IconCamera} />} onClick={() => camera.current?.click()}>
              {messages.ticket.takePhoto}
            </Button>
          )}
          <Button {...buttonProps} leftSection={<Icon icon={IconPhoto} />} onClick={() => files.current?.click()}>
            {hasCamera ? messages.ticket.choosePhotos : messages.ticket.addPhoto}
          </Button>
        </Group>
      )}
    </>
  );
}
