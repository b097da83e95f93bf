import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { type ChosenPair, canChoose, photoKey } from './compared-pair.ts';
import { PhotoChoices } from './photo-choices.tsx';
import type { RoundPhoto } from './photo-rounds.ts';
import { useTicketTexts } from './texts/texts.ts';

export type CompareView = 'slider' | 'sides';

interface Props {
  /** the pictures of the report, then the photos in the order of time */
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
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" px="sm" onClick={() => onView(view === 'slider' ? 'sides' : 'slider')}>
          {view === 'slider' ? texts.sideBySide : texts.withSlider}
        </Button>
        {photos.length > 2 && (
          <Button variant="default" px="sm" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {texts.choose}
          </Button>
        )}
      </Group>
      {isChoosing && (
        <Stack gap="sm">
          <PhotoChoices
            photos={photos}
            legend={messages.photos.before}
            name="compared-before"
            chosen={pair.before}
            canChoose={(photo) => canChoose('before', photo, pair, photos)}
            onChoose={(photo) => onChoose({ ...chosen, before: photoKey(photo) })}
            onBroken={onBroken}
          />
          <PhotoChoices
            photos={photos}
            legend={messages.photos.after}
            name="compared-after"
            chosen={pair.after}
            canChoose={(photo) => canChoose('after', photo, pair, photos)}
            onChoose={(photo) => onChoose({ ...chosen, after: photoKey(photo) })}
            onBroken={onBroken}
          />
        </Stack>
      )}
    </Stack>
  );
}
