import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { CockpitTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: CockpitTexts = {
  gone: 'Nicht mehr hier',
  changes: (count) => n(count, { one: '{n} Änderung von anderen', other: '{n} Änderungen von anderen' }),
  arrived: (count, lane) => `${count} neu in „${lane}“`,
  moved: (count, lane) => `${count} nach „${lane}“`,
  left: (count) => `${count} nicht mehr hier`,
  show: 'Anzeigen',
  attention: 'Handlungsbedarf',
  none: 'Kein Handlungsbedarf',
  late: 'Überfällig',
  groupBy: 'Gruppieren nach',
  status: 'Status',
  worker: 'Handwerker',
  building: 'Gebäude',
  due: 'Frist',
  unassigned: 'Nicht zugewiesen',
  today: 'Heute fällig',
  week: 'Nächste 7 Tage',
  later: 'Später',
  noDeadline: 'Ohne Frist',
  load: (open, usual) => `${open} offen, erledigt sonst ${usual} pro Woche`,
  notMember: 'Nicht im Projekt',
  partly: (count, all) => `${count} von ${all} möglich`,
  isTheirs: 'Hat ihn schon',
  away: 'Heute abwesend',
  noneMovable: 'Arbeit ist erledigt',
};
