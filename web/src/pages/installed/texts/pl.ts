import type { InstalledTexts } from './en.ts';

export const pl: InstalledTexts = {
  title: 'Udostępnione zdjęcia',
  forWorkers: 'Otwórz zgłoszenie, którego dotyczy zdjęcie',
  forWorkersText: 'Otwórz jedno ze swoich zgłoszeń i dodaj zdjęcie w nim.',
  nothing: 'Nie ma udostępnionego zdjęcia',
  nothingText: 'Udostępnij zdjęcie ponownie albo wybierz je w nowym zgłoszeniu.',
  home: 'Na stronę główną',
  notKept: 'Nie udało się zachować zdjęć. Wybierz je w nowym zgłoszeniu.',
  installTitle: 'Na tym urządzeniu',
  installText: (name) =>
    `Po instalacji ${name} ma własną ikonę, otwiera się bez przeglądarki i przyjmuje zdjęcia udostępnione z galerii.`,
  install: 'Zainstaluj',
  homeScreen: (name) => `Otwórz menu udostępniania, wybierz „Do ekranu początkowego” i uruchamiaj ${name} stamtąd.`,
};
