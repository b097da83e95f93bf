import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { chipLook } from './filter-button.tsx';
import { useFilterTexts } from './texts/texts.ts';

/** A value of a filter, which the button or the keys Delete and Backspace remove. */
export function RemoveFilterButton({ text, onRemove }: { text: string; onRemove: (text: string) => void }) {
  const texts = useFilterTexts();
  const removeWithKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove(text);
  };
  return (
    <Button
      {...chipLook}
      variant="light"
      maw="100%"
      h="auto"
      ta="start"
      rightSection={<Icon icon={IconX} size={16} />}
      aria-label={texts.removeFilter(text)}
      title={text}
      onClick={() => onRemove(text)}
      onKeyDown={removeWithKey}
    >
      {text}
    </Button>
  );
}
