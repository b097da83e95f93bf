export const en = {
  field: 'Search',
  hint: 'Requests, buildings, people, pages',
  tickets: 'Requests',
  projects: 'Projects',
  objects: 'Buildings',
  people: 'People',
  pages: 'Pages',
  none: 'Nothing found',
  all: (count: number) => `Show all ${count} requests`,
  hintWords: 'Beginnings of words are enough. #123 opens a number.',
};

export type SearchTexts = typeof en;
