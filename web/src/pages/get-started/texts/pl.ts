import type { GetStartedTexts } from './en.ts';

export const pl: GetStartedTexts = {
  title: 'Pierwsze kroki',
  lead: 'Po tych krokach wykonawcy będą mogli przyjmować zgłoszenia.',
  hide: 'Ukryj',
  done: 'gotowe',
  steps: {
    project: 'Utwórz projekt',
    object: 'Dodaj budynek',
    worker: 'Dodaj wykonawcę',
    ticket: 'Wyślij pierwsze zgłoszenie',
    notifications: 'Ustaw powiadomienia',
    address: 'Ustaw adres',
    mail: 'Skonfiguruj pocztę',
    buildings: 'Dodaj budynki',
    people: 'Zaproś osoby',
    device: 'Przygotuj to urządzenie',
  },
};
