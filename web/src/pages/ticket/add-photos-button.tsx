import { Button, Group } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { addReadable } from '../../features/add-readable.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { enqueuePhotos } from '../../offline-queue/queue.ts';
import { useShownPhotos } from '../../offline-queue/shown-items.ts';
import { Icon } from '../../ui/icon.tsx';
import { remainingPhotos } from './photo-limit.ts';
import { canOpenCamera } from './use-camera.ts';
import { pausable } from './use-changed-just-now.ts';

interface Props {
  id: number;
  isPrimary?: boolean;
  /** whether the buttons ignore taps */
  isPaused?: boolean;
  /** shows the camera in the page; returns false when its script cannot be loaded */
  onCamera: () => Promise<boolean>;
}

/** Uploads existing photos, several at once, and on a phone a photo of the camera. */
export function AddPhotosButton({ id, isPrimary = false, isPaused = false, onCamera }: Props) {
  const messages = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const photos = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const remaining = remainingPhotos(photos.data, useShownPhotos(id));
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  function addSelected({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const selected = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    void addReadable(selected.slice(0, remaining.max), (files) => void enqueuePhotos(id, files));
    if (selected.length > remaining.max) showToast({ text: messages.upload.tooMany(selected.length - remaining.max) });
  }
  async function takePhoto(): Promise<void> {
    const isShown = (await canOpenCamera()) && (await onCamera());
    if (!isShown) openPicker(input.current, 'camera');
  }
  return (
    // The input stays mounted while the limit is reached: an open camera returns its photo to it.
    <Group
      component="span"
      className="photo-button"
      gap="xs"
      flex={hasCamera ? '1 1 100%' : '1 1 130px'}
      display={remaining.min === 0 ? 'none' : undefined}
    >
      <input ref={input} type="file" accept="image/*" multiple hidden onChange={addSelected} />
      {hasCamera && (
        <Button
          px="xs"
          flex={1}
          variant={isPrimary ? 'filled' : 'default'}
          leftSection={<Icon icon={IconCamera} />}
          {...pausable(isPaused, () => void takePhoto())}
        >
          {isPrimary ? messages.finish.addPhoto : messages.ticket.takePhoto}
        </Button>
      )}
      <Button
        px="xs"
        flex={1}
        variant={isPrimary && !hasCamera ? 'filled' : 'default'}
        leftSection={<Icon icon={IconPhoto} />}
        {...pausable(isPaused, () => openPicker(input.current, 'files'))}
      >
        {hasCamera ? messages.ticket.choosePhotos : messages.ticket.addPhoto}
      </Button>
    </Group>
  );
}

/** With `capture` a phone opens its camera for one photo, without it the list of its photos. */
function openPicker(input: HTMLInputElement | null, source: 'camera' | 'files'): void {
  if (!input) return;
  input.multiple = source === 'files';
  if (source === 'camera') input.setAttribute('capture', 'environment');
  else input.removeAttribute('capture');
  input.click();
}
