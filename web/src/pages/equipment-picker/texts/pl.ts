import type { PickerTexts } from './en.ts';

export const pl: PickerTexts = {
  label: 'Urządzenie',
  choose: 'Wybierz urządzenie',
  change: 'Zmień urządzenie',
  noneOfThem: 'Żadne z nich',
  notSet: 'Zgłoszenie utworzono, ale bez urządzenia, którego dotyczy. Wybierz je na tej stronie.',
};
