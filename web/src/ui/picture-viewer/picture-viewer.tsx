import { ActionIcon, Group, Text } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icon.tsx';
import { ShortTime } from '../time.tsx';
import { usePictureViewerTexts } from './texts/texts.ts';
import { useZoom } from './use-zoom.ts';

/** A picture that the viewer shows. */
export interface ViewedPicture {
  /** different for all pictures of a viewer */
  key: string;
  name: string;
  author: string;
  /** ISO 8601 */
  takenAt: string;
  /** where the picture itself is read */
  url: string;
  /** the `img` that shows it */
  image: ReactNode;
  onDelete?: (() => void) | undefined;
}

interface Props {
  pictures: ViewedPicture[];
  /** the key of the picture that is shown */
  shown: string;
  onMove: (key: string) => void;
  onClose: () => void;
}

const zoomStep = 1.5;
const panStepPx = 80;

/** One picture over the whole window. It can be enlarged; a swipe or an arrow key shows another one. */
export function PictureViewer({ pictures, shown, onMove, onClose }: Props) {
  const messages = useMessages();
  const texts = usePictureViewerTexts();
  const frame = useRef<HTMLDivElement>(null);
  const index = pictures.findIndex(({ key }) => key === shown);
  const picture = pictures[index];
  const move = (step: number): void => {
    const next = pictures[(index + step + pictures.length) % pictures.length];
    if (!next || next === picture) return;
    reset();
    onMove(next.key);
  };
  const { zoom, swipedPx, handlers, zoomBy, pan, reset } = useZoom(frame, move);
  const isZoomed = zoom.scale > 1;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (event.key === '+' || event.key === '=') zoomBy(zoomStep);
    else if (event.key === '-') zoomBy(1 / zoomStep);
    else if (event.key === '0') reset();
    else if (direction && isZoomed) pan({ x: -direction.x * panStepPx, y: -direction.y * panStepPx });
    else if (direction?.x) move(direction.x);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  if (!picture) return null;
  const position = { '--scale': zoom.scale, '--x': `${zoom.x + swipedPx}px`, '--y': `${zoom.y}px` } as CSSProperties;
  return (
    <Dialog title={messages.ticket.photoOf(index + 1, pictures.length, picture.name)} onClose={onClose} isPhoto>
      <div
        ref={frame}
        className={['photo-frame', isZoomed && 'zoomed', swipedPx !== 0 && 'swiped'].filter(Boolean).join(' ')}
        style={position}
        {...handlers}
      >
        {picture.image}
      </div>
      <Group component="footer" justify="space-between" px="md" py={4} gap={0}>
        <Text span size="xs" c="dimmed">
          <bdi>{picture.author}</bdi>, <ShortTime at={picture.takenAt} />
        </Text>
        <Group gap={0} wrap="nowrap">
          {pictures.length > 1 && (
            <>
              <ViewerButton icon={IconChevronLeft} label={texts.previous} onClick={() => move(-1)} />
              <ViewerButton icon={IconChevronRight} label={texts.next} onClick={() => move(1)} />
            </>
          )}
          <ViewerButton icon={IconZoomOut} label={texts.zoomOut} onClick={() => zoomBy(1 / zoomStep)} />
          <ViewerButton icon={IconZoomIn} label={texts.zoomIn} onClick={() => zoomBy(zoomStep)} />
          <ActionIcon
            component="a"
            href={picture.url}
            download={picture.name}
            target="_blank"
            rel="noreferrer"
            variant="transparent"
            size={44}
            aria-label={texts.download}
            title={texts.download}
          >
            <Icon icon={IconDownload} size={24} />
          </ActionIcon>
          {picture.onDelete && <ViewerButton icon={IconTrash} label={messages.ticket.removePhoto} onClick={picture.onDelete} />}
        </Group>
      </Group>
    </Dialog>
  );
}

const directions: Partial<Record<string, { x: number; y: number }>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface ViewerButtonProps {
  icon: TablerIcon;
  label: string;
  onClick: () => void;
}

function ViewerButton({ icon, label, onClick }: ViewerButtonProps) {
  return (
    <ActionIcon variant="transparent" size={44} aria-label={label} title={label} onClick={onClick}>
      <Icon icon={icon} size={24} />
    </ActionIcon>
  );
}
