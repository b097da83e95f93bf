export const en = {
  field: 'Search',
  hint: 'Requests, buildings, people, pages',
  hintForWorkers: 'Requests, pages, actions',
  tickets: 'Requests',
  projects: 'Projects',
  objects: 'Buildings',
  people: 'People',
  pages: 'Pages',
  actions: 'Actions',
  newClient: 'New client',
  calendar: 'Calendar of schedules',
  documents: 'Expiring documents',
  switchTo: { light: 'Switch to light theme', dark: 'Switch to dark theme' },
  language: (language: string) => `Language: ${language}`,
  none: 'Nothing found',
  all: (count: number) => `Show all ${count} requests`,
  hintWords: 'Beginnings of words are enough. #123 opens a number.',
};

export type SearchTexts = typeof en;
