import type { FilterTexts } from './en.ts';

export const pl: FilterTexts = {
  activeFilters: 'Ustawione filtry',
  removeFilter: (filter) => `Usuń filtr: ${filter}`,
  filterRemoved: (filter) => `Usunięto filtr: ${filter}`,
  clearAll: 'Usuń wszystkie',
  localDays: (zone) => `Dni są liczone w strefie czasowej ${zone}.`,
};
