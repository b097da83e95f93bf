import { Switch } from '@mantine/core';
import { setStartsWithNumbers, startsWithNumbers } from '../../features/start-page.ts';
import { useStore } from '../../lib/create-store.ts';
import { useNumberTexts } from './texts/texts.ts';

/** Makes the numbers the first page on this device. */
export function StartPageSwitch() {
  const texts = useNumberTexts();
  const isOn = useStore(startsWithNumbers);
  return (
    <Switch
      label={texts.startPage}
      checked={isOn}
      onChange={({ currentTarget }) => setStartsWithNumbers(currentTarget.checked)}
    />
  );
}
