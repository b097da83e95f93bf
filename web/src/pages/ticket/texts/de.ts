import type { TicketTexts } from './en.ts';

export const de: TicketTexts = {
  compare: {
    sideBySide: 'Nebeneinander zeigen',
    withSlider: 'Mit Schieberegler zeigen',
    choose: 'Fotos zum Vergleich auswählen',
  },
};
