import type { ProjectCostTexts } from './en.ts';

export const de: ProjectCostTexts = {
  title: 'Kosten',
  edit: 'Kosten einstellen',
  lead: 'Die Grenze verhindert nichts. Sie kennzeichnet Aufträge, die ohne angenommenes Angebot mehr kosten.',
  currency: 'Währung',
  currencyHint: 'Sie bleibt, sobald es Kosten oder Angebote gibt.',
  limit: 'Grenze ohne angenommenes Angebot',
  limitIn: (currency) => `Grenze je Auftrag (${currency})`,
  limitHint: 'Ohne Grenze wird kein Auftrag gekennzeichnet.',
  noLimit: 'Keine Grenze',
  wrongAmount: (decimals) => `Geben Sie einen Betrag ein. Erlaubte Nachkommastellen: ${decimals}.`,
  saved: 'Kosten des Projekts gespeichert.',
  statements: 'Monatliche Aufstellungen und Dateien für die Buchhaltung',
};
