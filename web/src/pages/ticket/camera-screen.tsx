import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { type ChangeEvent, type CSSProperties, useEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { enqueuePhotos } from '../../offline-queue/sender.ts';
import { useShownPhotos } from '../../offline-queue/shown-items.ts';
import { PhotoImage } from './photo-image.tsx';
import { remainingPhotos } from './photo-limit.ts';
import { isQueuedPhoto, type RoundPhoto } from './photo-rounds.ts';
import { useTicketTexts } from './texts/texts.ts';
import { type CameraError, useCamera } from './use-camera.ts';

interface Props {
  /** the id of the ticket */
  id: number;
  onClose: () => void;
}

/** The camera of the device. The first photo of the ticket lies over it, so that the next one shows the same place. */
export function CameraScreen({ id, onClose }: Props) {
  const texts = useTicketTexts().camera;
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const app = useRef<HTMLInputElement>(null);
  const { state, retry, takePhoto } = useCamera(video);
  const { guide, remaining } = useGuide(id);
  const [opacity, setOpacity] = useState(50);
  const [added, setAdded] = useState(0);
  const isOn = state === 'on';
  const isFull = remaining === 0;
  useEffect(() => {
    if (isOn) shutter.current?.focus();
  }, [isOn]);
  function add(files: File[]): void {
    const accepted = files.slice(0, remaining);
    setAdded((before) => before + accepted.length);
    void enqueuePhotos(id, accepted);
  }
  async function shoot(): Promise<void> {
    const file = await takePhoto();
    if (file) add([file]);
  }
  function addFromApp({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    add([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  }
  const appButton = (variant: 'filled' | 'subtle') => (
    <Button variant={variant} onClick={() => app.current?.click()}>
      {texts.useApp}
    </Button>
  );
  return (
    <Dialog title={texts.title} onClose={onClose} isPhoto>
      <input ref={app} type="file" accept="image/*" capture="environment" hidden onChange={addFromApp} />
      <div className="camera-frame" style={{ '--guide': opacity / 100 } as CSSProperties}>
        <video ref={video} muted playsInline hidden={!isOn} aria-label={texts.picture} />
        {isOn && guide && <Guide photo={guide} alt={texts.guide} />}
        {!isOn && <CameraState state={state} onRetry={retry} />}
      </div>
      {isOn && guide && (
        <Group component="label" px="md" gap="sm" wrap="nowrap" fz="sm" mih={44}>
          <span>{texts.guide}</span>
          <input
            type="range"
            className="guide-slider"
            min={0}
            max={100}
            step={10}
            value={opacity}
            onChange={(event) => setOpacity(event.currentTarget.valueAsNumber)}
          />
        </Group>
      )}
      <Stack component="footer" gap={4} align="center" px="md" pb="md">
        <Text size="sm" role="status" mih="1.5em">
          {isFull ? texts.full : added > 0 && texts.added(added)}
        </Text>
        <div className="camera-buttons">
          {isOn ? appButton('subtle') : <span />}
          {isOn ? (
            <UnstyledButton
              ref={shutter}
              className="shutter"
              aria-label={texts.shutter}
              disabled={isFull}
              onClick={() => void shoot()}
            />
          ) : (
            state !== 'starting' && appButton('filled')
          )}
          <Button variant="subtle" onClick={onClose}>
            {texts.finish}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

/** The first photo of a ticket, and how many more it takes. */
function useGuide(id: number): { guide: RoundPhoto | undefined; remaining: number } {
  const page = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const queued = useShownPhotos(id);
  // It stays the first one: photos that are taken now do not become the guide of the next ones.
  const [before] = useState(page.data?.items[0] ?? queued[0]);
  const guide = page.data?.items.find((photo) => before && !isQueuedPhoto(before) && photo.id === before.id) ?? before;
  return { guide, remaining: remainingPhotos(page.data, queued).max };
}

function Guide({ photo, alt }: { photo: RoundPhoto; alt: string }) {
  if (isQueuedPhoto(photo)) return <img src={photo.preview} alt={alt} />;
  return <PhotoImage photo={photo} alt={alt} onBroken={() => {}} />;
}

interface CameraStateProps {
  state: 'starting' | CameraError;
  onRetry: () => void;
}

function CameraState({ state, onRetry }: CameraStateProps) {
  const messages = useMessages();
  const texts = useTicketTexts().camera;
  return (
    <Stack align="center" justify="center" h="100%" p="lg" ta="center">
      {state !== 'starting' && <Icon icon={IconCameraOff} size={40} />}
      <Text role="status">{texts[state]}</Text>
      {(state === 'busy' || state === 'refused') && (
        <Button variant="default" onClick={onRetry}>
          {messages.upload.retry}
        </Button>
      )}
    </Stack>
  );
}
