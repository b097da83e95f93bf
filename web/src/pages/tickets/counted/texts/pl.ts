import type { CountedTexts } from './en.ts';

export const pl: CountedTexts = {
  label: 'Liczone jako',
  kinds: {
    created: 'Utworzone',
    closed: 'Zamknięte',
    canceled: 'Anulowane',
    reworked: 'Do poprawki',
    met: 'Terminy dotrzymane',
    missed: 'Terminy przekroczone',
  },
  ofWorker: 'jednego pracownika',
  note: 'Zgłoszenia stojące za liczbą ze strony „Statystyka”, każde raz, niezależnie od obecnego statusu. Brakuje usuniętych zgłoszeń.',
};
