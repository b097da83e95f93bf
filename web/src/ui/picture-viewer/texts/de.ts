import type { PictureViewerTexts } from './en.ts';

export const de: PictureViewerTexts = {
  previous: 'Vorheriges Foto',
  next: 'Nächstes Foto',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  download: 'Herunterladen',
};
