import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameFromEmail } from '../../web/src/features/inviting/name-from-email.ts';
import { parseBuildings } from '../../web/src/pages/start/parse-buildings.ts';

it('parseBuildings reads a building per line, and marks those that the service would refuse', () => {
  const text =
    'Lobby, River Street 12, Berlin\r\n\r\nYard\tHill 3; Berlin\nRiver Street 14, Berlin\nHill Street 5\nRoof\nX, Hill Street 5\nTower;\n';
  assert.deepEqual(
    parseBuildings(text).map(({ name, address, isUsable }) => [name, address, isUsable]),
    [
      ['Lobby', 'River Street 12, Berlin', true],
      ['Yard', 'Hill 3, Berlin', true],
      ['River Street 14', 'River Street 14, Berlin', true],
      ['Hill Street 5', 'Hill Street 5', true],
      ['Roof', 'Roof', false],
      ['X', 'Hill Street 5', false],
      ['Tower', 'Tower', true],
    ],
  );
});

it('nameFromEmail makes a name of the part before the @', () => {
  assert.deepEqual(
    ['anna.weiss@example.com', 'OTTO@example.com', 'jan_kowalski+work@example.com', 'zoë7@example.com', '@example.com', ''].map(
      nameFromEmail,
    ),
    ['Anna Weiss', 'OTTO', 'Jan Kowalski', 'Zoë', '', ''],
  );
});
