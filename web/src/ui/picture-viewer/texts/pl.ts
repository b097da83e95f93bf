import type { PictureViewerTexts } from './en.ts';

export const pl: PictureViewerTexts = {
  previous: 'Poprzednie zdjęcie',
  next: 'Następne zdjęcie',
  zoomIn: 'Powiększ',
  zoomOut: 'Pomniejsz',
  download: 'Pobierz',
};
