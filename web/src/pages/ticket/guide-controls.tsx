import { Box, Button, Group, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { PhotoChoices } from './photo-choices.tsx';
import type { RoundPhoto } from './photo-rounds.ts';
import { useTicketTexts } from './texts/texts.ts';

interface Props {
  guide: RoundPhoto;
  /** the photos that the user can choose from */
  candidates: RoundPhoto[];
  onChoose: (photo: RoundPhoto) => void;
  /** in percent */
  opacity: number;
  onOpacity: (percent: number) => void;
}

/** Which photo lies over the camera, and how much of it is seen. */
export function GuideControls({ guide, candidates, onChoose, opacity, onOpacity }: Props) {
  const texts = useTicketTexts().camera;
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Box px="md">
      <Group gap="sm" wrap="nowrap" fz="sm" mih="var(--min-target-size)">
        <Group component="label" gap="sm" wrap="nowrap" flex={1}>
          <span>{texts.guide}</span>
          <Box
            component="input"
            flex={1}
            h={44}
            type="range"
            min={0}
            max={100}
            step={10}
            value={opacity}
            onChange={(event) => onOpacity(event.currentTarget.valueAsNumber)}
          />
        </Group>
        {candidates.length > 1 && (
          <Button variant="subtle" px="xs" c="white" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {texts.choose}
            <VisuallyHidden> {texts.guide}</VisuallyHidden>
          </Button>
        )}
      </Group>
      {isChoosing && (
        <PhotoChoices
          photos={candidates}
          legend={texts.guide}
          name="guide"
          chosen={guide}
          onChoose={onChoose}
          onBroken={() => {}}
        />
      )}
    </Box>
  );
}
