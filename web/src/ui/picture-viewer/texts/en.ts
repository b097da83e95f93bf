export const en = {
  previous: 'Previous photo',
  next: 'Next photo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  download: 'Download',
};

export type PictureViewerTexts = typeof en;
