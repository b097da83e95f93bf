import type { SearchTexts } from './en.ts';

export const pl: SearchTexts = {
  field: 'Szukaj',
  hint: 'Zgłoszenia, budynki, osoby, strony',
  tickets: 'Zgłoszenia',
  projects: 'Projekty',
  objects: 'Budynki',
  people: 'Osoby',
  pages: 'Strony',
  none: 'Nic nie znaleziono',
  all: (count) => `Pokaż wszystkie zgłoszenia: ${count}`,
  hintWords: 'Wystarczą początki słów. #123 znajduje numer.',
};
