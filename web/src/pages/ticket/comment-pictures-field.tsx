import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { addReadable } from '../../features/add-readable.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Icon } from '../../ui/icon.tsx';

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
