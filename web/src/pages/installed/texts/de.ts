import type { InstalledTexts } from './en.ts';

export const de: InstalledTexts = {
  title: 'Geteilte Fotos',
  forWorkers: 'Öffnen Sie einen Auftrag für Ihr Foto',
  forWorkersText: 'Öffnen Sie einen Ihrer Aufträge und fügen Sie das Foto dort hinzu.',
  nothing: 'Es gibt kein geteiltes Foto',
  nothingText: 'Teilen Sie das Foto noch einmal, oder wählen Sie es in einem neuen Auftrag aus.',
  home: 'Zur Startseite',
  notKept: 'Die Fotos konnten nicht gespeichert werden. Wählen Sie sie im neuen Auftrag aus.',
};
