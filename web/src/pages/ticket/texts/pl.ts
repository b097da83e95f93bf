import type { TicketTexts } from './en.ts';

export const pl: TicketTexts = {
  compare: {
    sideBySide: 'Pokaż obok siebie',
    withSlider: 'Pokaż z suwakiem',
    choose: 'Wybierz zdjęcia do porównania',
  },
};
