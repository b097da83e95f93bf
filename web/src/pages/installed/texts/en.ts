export const en = {
  title: 'Shared photos',
  forWorkers: 'Open a request for your photo',
  forWorkersText: 'Open one of your requests and add the photo there.',
  nothing: 'There is no shared photo',
  nothingText: 'Share the photo again, or choose it in a new request.',
  home: 'To the start page',
  notKept: 'The photos could not be kept. Choose them in the new request.',
  installTitle: 'On this device',
  installText: (name: string) =>
    `Installed, ${name} has its own icon, opens without the browser, and takes photos that you share from the gallery.`,
  install: 'Install',
  homeScreen: (name: string) => `Open the share menu, choose “Add to Home Screen”, and open ${name} from there.`,
};
export type InstalledTexts = typeof en;
