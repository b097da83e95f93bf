import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { type ChosenPair, canChoose, photoKey } from './compared-pair.ts';
import { isQueuedPhoto, type RoundPhoto } from './photo-rounds.ts';
import { PhotoThumb } from './photo-thumb.tsx';
import { useTicketTexts } from './texts/texts.ts';

export type CompareView = 'slider' | 'sides';

interface Props {
  /** in the order of time */
  photos: RoundPhoto[];
  pair: { before: RoundPhoto; after: RoundPhoto };
  view: CompareView;
  onView: (view: CompareView) => void;
  onChoose: (pair: ChosenPair) => void;
  onBroken: (photo: TicketPhoto) => void;
}

/** How two photos are compared, and which ones. */
export function CompareControls({ photos, pair, view, onView, onChoose, onBroken }: Props) {
  const messages = useMessages();
  const texts = useTicketTexts().compare;
  const [isChoosing, setChoosing] = useState(false);
  const chosen: ChosenPair = { before: photoKey(pair.before), after: photoKey(pair.after) };
  const rowProps = { photos, pair, onBroken };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="subtle" onClick={() => onView(view === 'slider' ? 'sides' : 'slider')}>
          {view === 'slider' ? texts.sideBySide : texts.withSlider}
        </Button>
        {photos.length > 2 && (
          <Button variant="subtle" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {texts.choose}
          </Button>
        )}
      </Group>
      {isChoosing && (
        <Stack gap="sm">
          <Choices
            {...rowProps}
            side="before"
            legend={messages.photos.before}
            onChoose={(before) => onChoose({ ...chosen, before })}
          />
          <Choices
            {...rowProps}
            side="after"
            legend={messages.photos.after}
            onChoose={(after) => onChoose({ ...chosen, after })}
          />
        </Stack>
      )}
    </Stack>
  );
}

interface ChoicesProps extends Pick<Props, 'photos' | 'pair' | 'onBroken'> {
  side: keyof ChosenPair;
  legend: string;
  onChoose: (key: string) => void;
}

function Choices({ photos, pair, side, legend, onChoose, onBroken }: ChoicesProps) {
  const messages = useMessages();
  return (
    <fieldset className="photo-choices">
      <legend>{legend}</legend>
      {photos.map((photo, index) => {
        const alt = messages.ticket.photoOf(index + 1, photos.length, isQueuedPhoto(photo) ? photo.name : photo.original_name);
        return (
          <label key={photoKey(photo)}>
            <input
              type="radio"
              name={`compared-${side}`}
              checked={photo === pair[side]}
              disabled={!canChoose(side, photo, pair, photos)}
              onChange={() => onChoose(photoKey(photo))}
            />
            {isQueuedPhoto(photo) ? (
              <img src={photo.preview} alt={alt} />
            ) : (
              <PhotoThumb photo={photo} alt={alt} loading="lazy" onBroken={onBroken} />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
