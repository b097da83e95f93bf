import type { InstalledTexts } from './en.ts';

export const pl: InstalledTexts = {
  title: 'Udostępnione zdjęcia',
  forWorkers: 'Otwórz zgłoszenie, którego dotyczy zdjęcie',
  forWorkersText: 'Otwórz jedno ze swoich zgłoszeń i dodaj zdjęcie w nim.',
  nothing: 'Nie ma udostępnionego zdjęcia',
  nothingText: 'Udostępnij zdjęcie ponownie albo wybierz je w nowym zgłoszeniu.',
  home: 'Na stronę główną',
  notKept: 'Nie udało się zachować zdjęć. Wybierz je w nowym zgłoszeniu.',
};
