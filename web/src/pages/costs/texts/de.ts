import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { StatementTexts } from './en.ts';

const n = pluralFormatter<'one' | 'other'>('de');

export const de: StatementTexts = {
  title: 'Kostenaufstellungen',
  lead: 'Ein Posten gehört zum Monat seines Tages.',
  month: 'Monat',
  project: 'Projekt',
  allProjects: 'Alle Projekte',
  client: 'Auftraggeber',
  statement: 'Monatliche Aufstellung',
  statementText: 'Alle Kosten eines Auftraggebers nach Projekt, Gebäude und Auftrag, als PDF zum Drucken oder Verschicken.',
  downloadStatement: 'Aufstellung herunterladen (PDF)',
  accounting: 'Datei für die Buchhaltung',
  accountingText:
    'Eine Zeile je Posten der Projekte, die Sie sehen, als CSV. Die Spalten ändern sich nicht. Posten sind endgültig, wenn ihr Auftrag geschlossen ist; die von gelöschten Aufträgen stehen nur in der Aufstellung.',
  downloadFile: 'Datei herunterladen (CSV)',
  numbers: 'Kosten nach Monat, Kategorie und Gebäude',
  costs: 'Kosten',
  lastMonths: (count) => n(count, { one: 'im letzten Monat', other: 'in den letzten {n} Monaten' }),
  byMonth: 'Kosten nach Monat',
  byCategory: 'Kosten nach Kategorie',
  category: 'Kategorie',
  byObject: 'Kosten nach Gebäude',
  object: 'Gebäude',
  deletedObject: 'Gelöschte Gebäude',
  byEquipment: 'Kosten nach Anlage',
  equipment: 'Anlage',
};
