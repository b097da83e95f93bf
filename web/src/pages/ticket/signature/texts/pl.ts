import type { SignatureTexts } from './en.ts';

export const pl: SignatureTexts = {
  title: 'Podpis',
  titles: 'Podpisy',
  sign: 'Poproś o podpis',
  name: 'Imię i nazwisko osoby podpisującej',
  field: 'Podpisz tutaj palcem lub myszą',
  clear: 'Wyczyść',
  save: 'Zapisz podpis',
  missing: 'Wpisz imię i nazwisko oraz podpisz w polu.',
  signedBy: (name) => `Podpisano: ${name}`,
  alt: (name) => `Podpis: ${name}`,
  unsent: 'Jeszcze nie wysłano',
  remove: 'Usuń',
};
