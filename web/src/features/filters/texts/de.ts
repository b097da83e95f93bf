import type { FilterTexts } from './en.ts';

export const de: FilterTexts = {
  activeFilters: 'Gesetzte Filter',
  removeFilter: (filter) => `Filter entfernen: ${filter}`,
  filterRemoved: (filter) => `Filter entfernt: ${filter}`,
  clearAll: 'Alle entfernen',
  localDays: (zone) => `Die Tage gelten in der Zeitzone ${zone}.`,
};
