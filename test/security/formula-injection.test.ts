import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { operationsOf } from './operations.ts';

// Kimai (CVE-2026-42267) wrote `=SUM()` of a user's making into spreadsheets: whoever opened the
// export ran it. In JSON such text comes back as it went; test/exports.test.ts shows how files have it. Whoever adds another
// kind of file must make this test fail first, and then write there what begins with = + - @ tab or return so that it is no formula.

const fixtures = await Fixtures.create();
const { anna, root } = fixtures;

describe('exports', () => {
  it('are the files of lists of tickets; every other operation is described with JSON, a picture, a calendar or a page to print', () => {
    const types = new Set(operationsOf(fixtures).flatMap(({ answers }) => answers));
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    assert.deepEqual([...types].sort(), [
      'application/json',
      'application/pdf',
      workbook,
      'image/webp',
      'text/calendar',
      'text/csv',
    ]);
    const files = operationsOf(fixtures).filter(({ answers }) =>
      answers.some((type) => type === workbook || type === 'text/csv'),
    );
    assert.deepEqual(files.map(({ path }) => path).sort(), ['/ext/tickets.csv', '/ext/tickets.xlsx']);
  });

  it('Accept headers for other types still return JSON', async () => {
    for (const accept of [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel',
      'text/html',
      '*/*',
    ])
      for (const url of ['/tickets', '/users', '/projects', '/tickets?format=csv', '/recurring?export=xlsx']) {
        const { headers } = await fixtures.call(root, 'GET', url, undefined, { accept });
        assert.match(String(headers['content-type']), /^application\/json/, `${url} ${accept}`);
        assert.equal(headers['content-disposition'], undefined);
      }
    for (const url of ['/tickets.csv', '/tickets/export', '/tickets/csv', '/export', '/reports'])
      assert([400, 404].includes((await fixtures.call(root, 'GET', url)).status), url);
  });
});

describe('spreadsheet formulas', () => {
  it('text that starts like a formula is stored unchanged and returned as JSON with nosniff', async () => {
    for (const name of [
      '=1+1',
      '=cmd|" /C calc"!A0',
      '+1+1',
      '-1+1',
      '@SUM(1)',
      '=HYPERLINK("http://evil.example","x")',
      '=1\t+1',
      '"=1+1"',
      ';=1+1',
      ',=1+1',
    ]) {
      const { status, body, headers } = await fixtures.call(anna, 'POST', '/projects', { name });
      assert.deepEqual([status, body.name, headers['x-content-type-options']], [201, name, 'nosniff']);
    }
  });
});
