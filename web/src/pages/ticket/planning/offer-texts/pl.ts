import type { OfferTexts } from './en.ts';

export const pl: OfferTexts = {
  offer: 'Zaproponuj terminy',
  offerOther: 'Zaproponuj inne terminy',
  text: 'Osoba zgłaszająca wybierze jeden z nich na stronie zgłoszenia albo odrzuci wszystkie.',
  open: 'Zaproponowano osobie zgłaszającej, jeszcze nie wybrała:',
  offered: 'Zaproponowano terminy.',
  declined: 'Osoba zgłaszająca odrzuciła zaproponowane terminy.',
  time: (index) => `Termin ${index}`,
  add: 'Dodaj termin',
  remove: 'Usuń',
  removeTime: (index) => `Usuń termin ${index}`,
  same: 'Dwa z terminów są takie same.',
};
