import type { Labels } from './en.ts';

export const pl: Labels = {
  status: {
    new: 'Nowe',
    assigned: 'Przydzielone',
    in_progress: 'W trakcie',
    done: 'Wykonane',
    confirmed: 'Potwierdzone',
    rejected: 'Do poprawki',
    closed: 'Zamknięte',
  },
  waitingFor: {
    client: {
      new: 'Czeka na wykonawcę',
      assigned: 'Czeka na rozpoczęcie prac',
      done: 'Czeka na Twoje potwierdzenie',
      rejected: 'Czeka na poprawki wykonawcy',
    },
    worker: {
      new: 'Czeka na wykonawcę',
      assigned: 'Czeka, aż rozpoczniesz pracę',
      done: 'Czeka na potwierdzenie klienta',
      rejected: 'Czeka na Twoje poprawki',
    },
    admin: {
      new: 'Czeka na wykonawcę',
      assigned: 'Czeka na rozpoczęcie prac',
      done: 'Czeka na potwierdzenie klienta',
      rejected: 'Czeka na poprawki wykonawcy',
    },
  },
  category: {
    electric: 'Elektryka',
    plumbing: 'Hydraulika',
    climate: 'Ogrzewanie i klimatyzacja',
    elevator: 'Winda',
    other: 'Inne',
  },
  priority: {
    low: 'Niski',
    normal: 'Zwykły',
    high: 'Wysoki',
  },
  role: {
    worker: 'Wykonawca',
    client: 'Klient',
    admin: 'Administrator',
    reporter: 'Osoba zgłaszająca',
  },
  action: {
    created: 'utworzył(a) zgłoszenie',
    assigned: 'przydzielił(a) zgłoszenie',
    taken: 'przyjął(-ęła) zgłoszenie',
    reassigned: 'ponownie przydzielił(a) zgłoszenie',
    started: 'rozpoczął(-ęła) pracę',
    done: 'zakończył(a) pracę',
    confirmed: 'potwierdził(a) wykonanie',
    rejected: 'poprosił(a) o poprawki',
    canceled: 'anulował(a) zgłoszenie',
    photo_added: 'dodał(a) zdjęcie',
    photo_removed: 'usunął(-ęła) zdjęcie',
  },
  holdReason: {
    part: 'Czeka na część',
    access: 'Brak dostępu',
    quote: 'Czeka na wycenę',
    weather: 'Pogoda',
    other: 'Inny powód',
  },
};
