import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { type ChangeEvent, type CSSProperties, useEffect, useRef, useState } from 'react';
import { addReadable } from '../../features/add-readable.ts';
import { useMessages } from '../../i18n/locale.ts';
import { enqueuePhotos } from '../../offline-queue/queue.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { GuideControls } from './guide-controls.tsx';
import { RoundPhotoImage } from './round-photo-image.tsx';
import { useTicketTexts } from './texts/texts.ts';
import { type CameraError, useCamera } from './use-camera.ts';
import { useGuide } from './use-guide.ts';

interface Props {
  /** the id of the ticket */
  id: number;
  onClose: () => void;
}

/** The camera of the device. An earlier photo of the ticket lies over it, so that the next one shows the same place. */
export function CameraScreen({ id, onClose }: Props) {
  const texts = useTicketTexts().camera;
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const app = useRef<HTMLInputElement>(null);
  const { state, retry, takePhoto } = useCamera(video);
  const { guide, candidates, choose, remaining } = useGuide(id);
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
    void addReadable([...(currentTarget.files ?? [])], add);
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
        {isOn && guide && <RoundPhotoImage photo={guide} alt={texts.guide} onBroken={() => {}} />}
        {!isOn && <CameraState state={state} onRetry={retry} />}
      </div>
      {isOn && guide && (
        <GuideControls guide={guide} candidates={candidates} onChoose={choose} opacity={opacity} onOpacity={setOpacity} />
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
