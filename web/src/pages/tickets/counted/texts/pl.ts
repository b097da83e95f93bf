import type { CountedTexts } from './en.ts';

export const pl: CountedTexts = {
  label: 'Liczone jako',
  kinds: {
    created: 'Utworzone',
    closed: 'Zamknięte',
    canceled: 'Anulowane',
    reworked: 'Do poprawki',
    met: 'W terminie',
    missed: 'Po terminie',
  },
  ofWorker: 'jednego wykonawcy',
  note: 'Zgłoszenia stojące za liczbą w statystyce, niezależnie od obecnego statusu. Usuniętych zgłoszeń nie ma na liście.',
};
