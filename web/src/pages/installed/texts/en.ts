export const en = {
  title: 'Shared photos',
  forWorkers: 'Open a request for your photo',
  forWorkersText: 'Open one of your requests and add the photo there.',
  nothing: 'There is no shared photo',
  nothingText: 'Share the photo again, or choose it in a new request.',
  home: 'To the start page',
  notKept: 'The photos could not be kept. Choose them in the new request.',
};
export type InstalledTexts = typeof en;
