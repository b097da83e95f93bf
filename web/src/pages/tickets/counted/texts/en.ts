export const en = {
  label: 'Counted as',
  kinds: {
    created: 'Created',
    closed: 'Closed',
    canceled: 'Canceled',
    reworked: 'Reworked',
    met: 'Deadlines met',
    missed: 'Deadlines missed',
  },
  ofWorker: 'by one worker',
  note: 'The requests behind a number of the page Statistics, once each, in any status they have now. Deleted requests are missing.',
};
export type CountedTexts = typeof en;
