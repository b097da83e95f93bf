export const en = {
  label: 'Counted as',
  kinds: {
    created: 'Created',
    closed: 'Closed',
    canceled: 'Cancelled',
    reworked: 'Reworked',
    met: 'On time',
    missed: 'Late',
  },
  ofWorker: 'by one worker',
  note: 'The requests behind a number in Statistics, in whatever status they have now. Deleted requests are not listed.',
};
export type CountedTexts = typeof en;
