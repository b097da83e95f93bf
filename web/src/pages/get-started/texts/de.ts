import type { GetStartedTexts } from './en.ts';

export const de: GetStartedTexts = {
  title: 'Erste Schritte',
  lead: 'Nach diesen Schritten können Handwerker Aufträge übernehmen.',
  hide: 'Ausblenden',
  done: 'erledigt',
  steps: {
    project: 'Projekt anlegen',
    object: 'Gebäude hinzufügen',
    worker: 'Handwerker hinzufügen',
    ticket: 'Ersten Auftrag senden',
    notifications: 'Mitteilungen einrichten',
    address: 'Adresse festlegen',
    mail: 'Mail einrichten',
    buildings: 'Gebäude anlegen',
    people: 'Personen einladen',
    device: 'Dieses Gerät einrichten',
  },
};
