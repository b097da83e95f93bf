import type { SearchTexts } from './en.ts';

export const pl: SearchTexts = {
  field: 'Szukaj',
  hint: 'Zgłoszenia, budynki, osoby, strony',
  hintForWorkers: 'Zgłoszenia, strony, czynności',
  tickets: 'Zgłoszenia',
  projects: 'Projekty',
  objects: 'Budynki',
  people: 'Osoby',
  pages: 'Strony',
  actions: 'Czynności',
  newClient: 'Nowy klient',
  calendar: 'Kalendarz harmonogramów',
  documents: 'Wygasające dokumenty',
  switchTo: { light: 'Włącz jasny motyw', dark: 'Włącz ciemny motyw' },
  language: (language) => `Język: ${language}`,
  none: 'Nic nie znaleziono',
  all: (count) => `Pokaż wszystkie zgłoszenia: ${count}`,
  hintWords: 'Wystarczą początki słów. #123 znajduje numer.',
};
