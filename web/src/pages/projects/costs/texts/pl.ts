import type { ProjectCostTexts } from './en.ts';

export const pl: ProjectCostTexts = {
  title: 'Koszty',
  edit: 'Zmień koszty',
  lead: 'Limit niczego nie blokuje. Oznacza zgłoszenia, które kosztują więcej bez zaakceptowanej wyceny.',
  currency: 'Waluta',
  currencyHint: 'Nie zmienia się, gdy są już koszty lub wyceny.',
  limit: 'Limit bez zaakceptowanej wyceny',
  limitIn: (currency) => `Limit zgłoszenia (${currency})`,
  limitHint: 'Bez limitu żadne zgłoszenie nie jest oznaczane.',
  noLimit: 'Bez limitu',
  wrongAmount: (decimals) => `Podaj kwotę. Dozwolone miejsca po przecinku: ${decimals}.`,
  saved: 'Koszty projektu zapisane.',
  statements: 'Zestawienia miesięczne i pliki dla księgowości',
};
