import type { ViewTexts } from './en.ts';

export const pl: ViewTexts = {
  views: 'Zapisane widoki',
  save: 'Zapisz widok',
  name: 'Nazwa',
  shared: 'Udostępnij wszystkim',
  update: 'Zapisz zmiany',
  edit: (name) => `Edytuj widok ${name}`,
  remove: 'Usuń widok',
  movingDays: 'Dni przesuwają się z kalendarzem: „Poprzedni miesiąc” to zawsze miesiąc przed bieżącym.',
  more: (count) => `Pozostałe: ${count}`,
  sharedNote: 'Udostępniony',
};
