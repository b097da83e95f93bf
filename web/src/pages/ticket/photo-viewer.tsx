import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconTrash, IconZoomIn, type Icon as TablerIcon } from '@tabler/icons-react';
import { type TouchEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PhotoCredit } from './before-after.tsx';
import { PhotoImage } from './photo-image.tsx';

interface Props {
  photos: TicketPhoto[];
  photo: TicketPhoto;
  onMove: (to: TicketPhoto) => void;
  onClose: () => void;
  /** the photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
  onDelete?: ((photo: TicketPhoto) => void) | undefined;
}

const minSwipePx = 50;

/** One photo over the whole window. A double tap zooms, zoomed in it scrolls; a swipe or an arrow key shows another one. */
export function PhotoViewer({ photos, photo, onMove, onClose, onBroken, onDelete }: Props) {
  const messages = useMessages();
  const [isZoomed, setZoomed] = useState(false);
  const index = photos.indexOf(photo);
  const move = (step: number): void => {
    setZoomed(false);
    onMove(photos[(index + step + photos.length) % photos.length] ?? photo);
  };
  const onArrowKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') move(1);
    if (key === 'ArrowLeft') move(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onArrowKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const swipe = useSwipe((step) => !isZoomed && move(step));
  return (
    <Dialog title={messages.ticket.photoOf(index + 1, photos.length, photo.original_name)} onClose={onClose} isPhoto>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same */}
      <div className={isZoomed ? 'photo-frame zoomed' : 'photo-frame'} onDoubleClick={() => setZoomed(!isZoomed)} {...swipe}>
        <PhotoImage key={photo.id} photo={photo} alt={photo.original_name} onBroken={onBroken} />
      </div>
      <Group component="footer" justify="space-between" wrap="nowrap" px="md" py={4}>
        <PhotoCredit photo={photo} />
        <Group gap={0} wrap="nowrap">
          {photos.length > 1 && <IconButton icon={IconChevronLeft} label={messages.ticket.previous} onClick={() => move(-1)} />}
          {photos.length > 1 && <IconButton icon={IconChevronRight} label={messages.ticket.next} onClick={() => move(1)} />}
          <IconButton icon={IconZoomIn} label={messages.ticket.zoom} isPressed={isZoomed} onClick={() => setZoomed(!isZoomed)} />
          {onDelete && (
            <IconButton
              icon={IconTrash}
              label={messages.ticket.removePhoto}
              onClick={() => {
                onDelete(photo);
                onClose();
              }}
            />
          )}
        </Group>
      </Group>
    </Dialog>
  );
}

/** Touch handlers for a swipe of one finger. @param onSwipe gets 1 for the next photo, -1 for the one before */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent): void {
      const touch = touches.length === 1 && touches[0];
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent): void {
      const touch = changedTouches[0];
      if (!touch || !start.current || (visualViewport?.scale ?? 1) > 1) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      if (Math.abs(x) >= minSwipePx && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}

interface IconButtonProps {
  icon: TablerIcon;
  label: string;
  isPressed?: boolean;
  onClick: () => void;
}

function IconButton({ icon, label, isPressed, onClick }: IconButtonProps) {
  return (
    <ActionIcon variant="transparent" size={44} aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Icon icon={icon} size={24} />
    </ActionIcon>
  );
}
