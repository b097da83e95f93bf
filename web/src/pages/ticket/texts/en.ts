export const en = {
  compare: {
    sideBySide: 'Show side by side',
    withSlider: 'Show with slider',
    choose: 'Choose photos to compare',
  },
};

export type TicketTexts = typeof en;
