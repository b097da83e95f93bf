import type { InstalledTexts } from './en.ts';

export const de: InstalledTexts = {
  title: 'Geteilte Fotos',
  forWorkers: 'Öffnen Sie einen Auftrag für Ihr Foto',
  forWorkersText: 'Öffnen Sie einen Ihrer Aufträge und fügen Sie das Foto dort hinzu.',
  nothing: 'Es gibt kein geteiltes Foto',
  nothingText: 'Teilen Sie das Foto noch einmal, oder wählen Sie es in einem neuen Auftrag aus.',
  home: 'Zur Startseite',
  notKept: 'Die Fotos konnten nicht gespeichert werden. Wählen Sie sie im neuen Auftrag aus.',
  installTitle: 'Auf diesem Gerät',
  installText: (name) =>
    `Installiert hat ${name} ein eigenes Symbol, öffnet sich ohne den Browser und nimmt Fotos an, die Sie aus der Galerie teilen.`,
  install: 'Installieren',
  homeScreen: (name) => `Öffnen Sie das Teilen-Menü, wählen Sie „Zum Home-Bildschirm“, und öffnen Sie ${name} von dort.`,
};
