import { pluralFormatter } from '../../../../i18n/plurals.ts';
import type { CockpitTexts } from './en.ts';

const n = pluralFormatter('pl');

export const pl: CockpitTexts = {
  gone: 'Już nie tutaj',
  changes: (count) =>
    n(count, {
      one: '{n} zmiana innych osób',
      few: '{n} zmiany innych osób',
      many: '{n} zmian innych osób',
      other: '{n} zmiany innych osób',
    }),
  arrived: (count, lane) => `nowe w „${lane}”: ${count}`,
  moved: (count, lane) => `do „${lane}”: ${count}`,
  left: (count) => `już nie tutaj: ${count}`,
  show: 'Pokaż',
  attention: 'Wymaga uwagi',
  none: 'Nic nie wymaga uwagi',
  late: 'Po terminie',
  groupBy: 'Grupuj według',
  status: 'Status',
  worker: 'Wykonawca',
  building: 'Budynek',
  due: 'Termin',
  unassigned: 'Nieprzydzielone',
  today: 'Na dziś',
  week: 'Najbliższe 7 dni',
  later: 'Później',
  noDeadline: 'Bez terminu',
  load: (open, usual) => `otwarte: ${open}, zwykle kończy ${usual} tygodniowo`,
  notMember: 'Nie ma w projekcie',
  partly: (count, all) => `możliwe: ${count} z ${all}`,
  isTheirs: 'Już je ma',
  away: 'Dziś nieobecny',
  noneMovable: 'Praca zakończona',
};
