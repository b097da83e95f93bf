export const en = {
  activeFilters: 'Active filters',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  filterRemoved: (filter: string) => `Filter removed: ${filter}`,
  clearAll: 'Clear all',
  localDays: (zone: string) => `Days are in the time zone ${zone}.`,
};

export type FilterTexts = typeof en;
