import type { ActingTexts } from './en.ts';

export const pl: ActingTexts = {
  youActFor: 'Działasz w imieniu:',
  mayOnlyRead: 'Możesz wszystko oglądać, ale niczego nie zmienisz.',
  namesYou: (name) => `Zapisywane pod Twoim nazwiskiem: ${name}`,
  end: 'Zakończ',
  endOf: (name) => ` działanie w imieniu: ${name}`,
  endFull: (name) => `Zakończ działanie w imieniu: ${name}`,
  switchTitle: 'Wybierz konto',
  switchText: 'Ta karta pokaże wtedy zgłoszenia tego konta. To, co robisz, jest zapisywane pod Twoim nazwiskiem.',
  act: 'Działaj w imieniu',
  actFor: (name) => `Działaj w imieniu: ${name}`,
  ownAccount: 'Twoje własne konto',
  back: 'Wróć',
  scope: { read: 'tylko podgląd', write: 'podgląd i zmiany' },
  present: 'W użyciu',
  unsent: 'Nie wszystko zostało jeszcze wysłane. Zaczekaj albo najpierw to odrzuć.',
  notYours: 'Nie możesz działać w imieniu tego konta.',
  notAvailable: 'Niedostępne, gdy działasz w czyimś imieniu',
  notAvailableText: 'Ta strona należy do Twojego własnego konta.',
  team: 'Zespół',
  deputies: 'Zastępstwa',
};
