import type { Language } from '../../../platform/lib/languages.ts';

/** The texts of statements. */
const en = {
  statement: 'Statement of costs',
  /** @param month such as `March 2026` */
  title: (month: string): string => `Costs in ${month}`,
  client: 'Client',
  deletedObject: 'Deleted building',
  deletedRequests: 'Requests that were deleted',
  sumOf: (name: string): string => `Total of ${name}`,
  total: 'Total',
  none: 'There were no costs in this month.',
  furtherLines: (count: number): string => `Further lines that are left out: ${count}. The totals have them.`,
};
export type StatementTexts = typeof en;

const de: StatementTexts = {
  statement: 'Kostenaufstellung',
  title: (month) => `Kosten im ${month}`,
  client: 'Auftraggeber',
  deletedObject: 'Gelöschtes Gebäude',
  deletedRequests: 'Gelöschte Aufträge',
  sumOf: (name) => `Summe ${name}`,
  total: 'Gesamtsumme',
  none: 'In diesem Monat gab es keine Kosten.',
  furtherLines: (count) => `Nicht aufgeführte weitere Posten: ${count}. In den Summen sind sie enthalten.`,
};

const pl: StatementTexts = {
  statement: 'Zestawienie kosztów',
  title: (month) => `Koszty: ${month}`,
  client: 'Klient',
  deletedObject: 'Usunięty budynek',
  deletedRequests: 'Usunięte zgłoszenia',
  sumOf: (name) => `Razem ${name}`,
  total: 'Łącznie',
  none: 'W tym miesiącu nie było kosztów.',
  furtherLines: (count) => `Pominięte dalsze pozycje: ${count}. Sumy je zawierają.`,
};

export const statementTexts: Record<Language, StatementTexts> = { en, de, pl };
