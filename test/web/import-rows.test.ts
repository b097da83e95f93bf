import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readColumns, readFile } from '../../web/src/contract/import-files.ts';
import { type FileColumns, fileKinds } from '../../web/src/contract/import-kinds.ts';
import { de } from '../../web/src/i18n/de.ts';
import { en } from '../../web/src/i18n/en.ts';
import { addServerErrors } from '../../web/src/i18n/locale.ts';
import { pl } from '../../web/src/i18n/pl.ts';
import { columnLabel, importErrorText } from '../../web/src/pages/import/error-texts.ts';
import { areAllTaken, type ImportRow, isBlank, rowNumber, toCsv } from '../../web/src/pages/import/rows.ts';
import { de as germanTexts } from '../../web/src/pages/import/texts/de.ts';
import { en as englishTexts } from '../../web/src/pages/import/texts/en.ts';
import { pl as polishTexts } from '../../web/src/pages/import/texts/pl.ts';

await addServerErrors('de', de);

const bytes = (file: string | Buffer): Buffer => (typeof file === 'string' ? Buffer.from(file) : file);

describe('the table of an import', () => {
  it('is sent so that the service reads the same values under the same row numbers', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('', ' ', 'a"b', 'a;b,c\td', 'a\r\nb', '"'),
    );
    const table = fc.array(fc.tuple(cell, cell, cell, fc.array(cell, { maxLength: 2 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, (given) => {
        const rows = given.map(([a, b, c, extra], id): ImportRow => ({ id, cells: [a, b, c], extra }));
        fc.pre(!rows.every(isBlank));
        const expected = rows.flatMap(({ cells: [name, email, phone], extra }, index) =>
          isBlank({ id: 0, cells: [name ?? '', email ?? '', phone ?? ''], extra })
            ? []
            : [{ row: rowNumber(index), values: { name, email, phone }, extra: extra.filter((text) => text.trim() !== '') }],
        );
        assert.deepEqual(readFile(bytes(toCsv('workers', rows)), fileKinds.workers), expected);
      }),
    );
  });

  it('recognizes that all of its rows exist already', () => {
    const rows: ImportRow[] = [0, 1, 2].map((id) => ({ id, cells: [id === 2 ? '' : 'x'], extra: [] }));
    const taken = { column: 1, message: 'email already taken' };
    assert(areAllTaken(rows, new Map([0, 1].map((id) => [id, taken]))));
    assert(!areAllTaken(rows, new Map([[0, taken]])));
    assert(!areAllTaken(rows, new Map([0, 1].map((id) => [id, id ? taken : { column: 1, message: 'email is required' }]))));
  });
});

describe('the headings of a file', () => {
  it('are known by the names that the console gives the columns, in each language', () => {
    for (const texts of [englishTexts, germanTexts, polishTexts]) {
      for (const [kind, file] of Object.entries(fileKinds) as [keyof typeof fileKinds, FileColumns][]) {
        const labels = file.columns.map((name) => columnLabel(name, kind, texts));
        const found = readColumns(bytes(`${labels.join(';')}\n1;2;3;4;5;6;7;8`), file);
        assert.deepEqual(
          found.map(({ column }) => column),
          file.columns,
          labels.join(),
        );
      }
    }
  });

  it('that are unknown are read with an example, and what is chosen for them is read in their place', () => {
    const file = bytes('Vorgang;Straße;E-MAIL:;Zusatz\n;;;\n;Weg 1;max@example.com;x;y\n7;;;');
    const { columns, optional } = fileKinds.workers;
    assert.throws(() => readFile(file, fileKinds.workers), /"Vorgang" is none/);
    assert.deepEqual(readColumns(file, fileKinds.workers), [
      { heading: 'Vorgang', example: '7', column: undefined },
      { heading: 'Straße', example: 'Weg 1', column: undefined },
      { heading: 'E-MAIL:', example: 'max@example.com', column: 'email' },
      { heading: 'Zusatz', example: 'x', column: undefined },
    ]);
    const rows = readFile(file, { columns, optional }, undefined, { name: 1, email: 2 });
    assert.deepEqual(rows[0], { row: 3, values: { name: 'Weg 1', email: 'max@example.com' }, extra: ['y'] });
  });

  it('follow a line in which Excel names the separator, which is no row', () => {
    const rows = readFile(bytes('\ufeffsep=;\r\nName;E-Mail\r\n"Max, Moritz";m@example.com'), fileKinds.workers);
    assert.deepEqual(rows, [{ row: 2, values: { name: 'Max, Moritz', email: 'm@example.com' }, extra: [] }]);
  });
});

describe('the errors of an import', () => {
  const unreadable = [
    '',
    'name,email',
    'name,phone\nMax,1',
    'name,email,fone\nMax,m@example.com,1',
    'name,email,Name\nMax,m@example.com,M',
    'name,email\n"Max,m@example.com',
    'PK\u0003\u0004',
    ...['J\u0094rg', 'D\u00eabski', '\u00c8\u00e2\u00e0\u00ed', 'M\u00c3\u00bcller\nJ\u00f6rg'].map((name) =>
      Buffer.from(`name,email\n${name}`, 'latin1'),
    ),
    ['name,email', ...Array.from({ length: 2_001 }, () => 'Max,m@example.com')].join('\n'),
  ];
  const messages = unreadable.map((file) => {
    try {
      readFile(bytes(file), fileKinds.workers);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error(`${String(file).slice(0, 50)} was read`);
  });
  const rowErrors = [
    'the row has more cells than the header',
    'name has characters that were lost when the file was saved',
    'email is the same as in row 7',
    'there is no project with this name',
    'several projects have this name',
  ];

  for (const message of [...messages, ...rowErrors]) {
    it(`"${message}" has a text of its own in German`, () => {
      const english = importErrorText(message, 'workers', englishTexts, en);
      const german = importErrorText(message, 'workers', germanTexts, de);
      assert.notEqual(german, english);
      assert.notEqual(german.toLowerCase(), `${message}.`);
    });
  }

  it('about values have the text that forms show', () => {
    assert.equal(
      importErrorText('email already taken', 'workers', germanTexts, de),
      'Diese E-Mail-Adresse wird schon verwendet.',
    );
    assert.equal(
      importErrorText('name must NOT have fewer than 2 characters', 'workers', englishTexts, en),
      '“Name” must have at least 2 characters.',
    );
  });

  it('call the name of a building by another word than the name of a person, where a language has one', () => {
    const textOf = (kind: 'workers' | 'objects') => importErrorText('name is required', kind, polishTexts, pl);
    assert.match(textOf('workers'), new RegExp(pl.people.name));
    assert.match(textOf('objects'), new RegExp(pl.project.name));
    assert.notEqual(textOf('workers'), textOf('objects'));
  });
});
