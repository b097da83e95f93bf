import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { foldText, searchTerms, spellUmlauts } from '../src/platform/lib/fold-text.ts';
import { searchWords } from '../src/platform/lib/text.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// What searches find: GET /users?q=, /ext/objects and /ext/projects.

const fixtures = await Fixtures.create();
const { anna, boris, root } = fixtures;

const search = async (
  who: TestUser,
  path: string,
  q: string,
): Promise<{ items: { id: number | string; name: string }[]; total: number }> => {
  const { status, body } = await fixtures.call(
    who,
    'GET',
    `${path}${path.includes('?') ? '&' : '?'}limit=100&sort=id&order=asc&q=${encodeURIComponent(q)}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const ids = async (who: TestUser, path: string, q: string) => (await search(who, path, q)).items.map(({ id }) => id);
const names = async (who: TestUser, path: string, q: string) => (await search(who, path, q)).items.map(({ name }) => name);

describe('searchWords', () => {
  it('searchWords takes each word once, whatever its case', () => {
    assert.deepEqual(searchWords('Tower tower  TOWER\tgate'), ['Tower', 'gate']);
    assert.deepEqual(searchWords('a '.repeat(100)), ['a']);
    assert.deepEqual(searchWords(' \n '), []);
  });
  it('searchWords leaves out a word that another one holds', () => {
    assert.deepEqual(searchWords('tow TOWER owe wer ower east'), ['TOWER', 'east']);
  });
  it('searchWords takes the eight longest words', () => {
    const words = ['1', '22', '333', '4444', '55555', '666666', '7777777', '88888888', '999999999', 'aaaaaaaaaa'];
    assert.deepEqual(searchWords(words.join(' ')), words.slice(2).reverse());
  });
});

const texts = [
  'İstanbul', 'istanbul', 'ıstanbul', 'ISTANBUL', 'Straße', 'STRASSE', 'STRAẞE', 'straſse', 'Ångström', 'ÅNGSTRÖM', 'Å (sign)',
  'A\u030angstro\u0308m', 'ΟΔΟΣ', 'οδος', 'οδοσ', 'Жанна', 'ЖАННА', 'ﬁn', 'FIN', 'ǅungla', 'K (kelvin)', '100%', '1000', 'a_b', 'axb',
  'back\\slash', 'back/slash', "o'neil", '電気 工事', '👩‍🔧 crew',
]; // biome-ignore format: one row a group
const variants = (text: string): string[] => {
  const characters = [...text];
  return [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    characters.slice(1).join(''),
    characters.slice(0, -1).join(''),
    characters.slice(1, 4).join(''),
  ];
};
const queries = [
  ...new Set([...texts.flatMap(variants), '%', '_', '\\', '%%', '\\%', '_b', 'i\u0307', '\u0307s', 'ss', 'ß', 'σ', 'ς', 'å']),
];

const spellings = (text: string): string[] => [text, spellUmlauts(text)].filter((one) => one !== undefined).map(foldText);
/** Whether a text has a part, however both are typed. */
const has = (text: string, part: string): boolean =>
  foldText(part) !== '' && spellings(text).some((one) => spellings(part).some((spelled) => one.includes(spelled)));

describe('folding', () => {
  const samples = [
    ...texts,
    ...['№5', '45℃', '3㎾', 'Alpha™', 'O’Brien', "l'été", 'Łódź', 'Ku\u0308che', 'Büro Süd', 'œuvre Æther þing', 'ıslak', 'ﬃ'],
    ...['电梯门无法关闭请尽快修理', 'エレベーターB棟のﾄﾞｱ', 'ลิฟต์เสีย', 'ຊ້າ', '김철수', 'שָׁלוֹם', 'أحمد', 'तेल', '👩‍🔧 12-B', '\u0307'],
  ];
  it('the database and the archive fold texts in the same way', async () => {
    for (const text of samples) {
      const { rows } = await sql<Record<'folded' | 'spelled' | 'terms' | 'searched', string | null>>`
        select fold_text(${text}) as folded, spell_umlauts(${text}) as spelled, search_terms(${text}, false) as terms,
          search_terms(${text}, true) as searched`.execute(fixtures.db.read);
      const listed = (terms: string | null | undefined): string[] => (terms ?? '').split(' ').filter(Boolean);
      assert.equal(rows[0]?.folded, foldText(text), text);
      assert.equal(rows[0]?.spelled ?? undefined, spellUmlauts(text), text);
      assert.deepEqual(listed(rows[0]?.terms), searchTerms(text, true), text);
      assert.deepEqual(listed(rows[0]?.searched), searchTerms(text, false), text);
    }
  });
});

describe('GET /users?q=', () => {
  it('GET /users?q= finds what ILIKE finds in name and e-mail address, and what is typed in other letters', async () => {
    for (const [i, text] of texts.entries()) await fixtures.createUser(`${text} ${i}`, 'worker');
    for (const q of queries.filter((one) => [...one.trim()].length >= 2)) {
      const pattern = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
      const { rows } = await sql<{ id: string; name: string; email: string; matches: boolean }>`
        select id, name, email, name collate "und-x-icu" ilike ${pattern} or email collate "und-x-icu" ilike ${pattern} as matches
        from users where role = 'worker' and is_active order by id`.execute(fixtures.db.read);
      const found = rows.filter(({ name, email }) => has(name, q.trim()) || has(email, q.trim()));
      assert.deepEqual(
        await ids(root, '/users', q),
        found.map(({ id }) => id),
        JSON.stringify(q),
      );
      assert(
        rows.every((row) => !row.matches || found.includes(row)),
        JSON.stringify(q),
      );
    }
  });
  it('GET /users?q= finds a phrase, not its words', async () => {
    assert.deepEqual(await names(root, '/users', 'WAN'), ['wanda']);
    assert.deepEqual(await names(root, '/users', 'wanda oleg'), []);
  });
});

describe('GET /ext/objects?q=', () => {
  it('GET /ext/objects?q= finds what holds every word in name, address or project, whatever the order and case', async () => {
    const tower = await fixtures.createProject(anna, 'Torre Ämter');
    const made = [];
    for (const text of texts) made.push(await fixtures.createObject(anna, tower, `${text} x`));
    assert.equal(made.length, texts.length);
    for (const q of [...queries, 'torre STREET istan', 'istan STREET torre', 'ämter 100% x', 'gate yard', 'nowhere torre']) {
      const words = q.split(/\s+/).filter(Boolean);
      for (const [who, owner] of [
        [root, null],
        [anna, anna.id],
        [boris, boris.id],
      ] as const) {
        const { rows } = await sql<{ id: number; place: string; project: string }>`
          select o.id, o.name || ' ' || o.address as place, p.name as project from objects o join projects p on p.id = o.project_id
          where ${owner}::uuid is null or p.client_id = ${owner} order by o.id`.execute(fixtures.db.read);
        const found = rows.filter(({ place, project }) => words.every((word) => has(place, word) || has(project, word)));
        assert.deepEqual(
          await ids(who, '/ext/objects', q),
          found.map(({ id }) => id),
          `${who.name} ${JSON.stringify(q)}`,
        );
      }
    }
  });
  it('GET /ext/objects?q= finds a building by its name on another keyboard', async () => {
    const project = await fixtures.createProject(boris, 'Miasto');
    for (const [name, ...typed] of [
      ['Ku\u0308che Nord', 'Küche', 'kuche', 'Kueche'],
      ['Łódź Dom', 'Lodz', 'ŁÓDŹ'],
      ['O’Brien Haus', "O'Brien", 'o’brien'],
      ['Straße Neun', 'Strasse', 'STRASSE'],
      ['Büro Süd', 'Buero', 'buro sued', 'BÜRO'],
      ['Raum №5', '№5', 'No5'],
    ]) {
      await fixtures.createObject(boris, project, name ?? '');
      for (const q of typed) assert.deepEqual(await names(boris, '/ext/objects', q), [name], q);
    }
  });
  it('GET /ext/objects?q= with a word repeated 100 times returns the same as the word alone', async () => {
    assert.deepEqual(await search(anna, '/ext/objects', 'o '.repeat(100).trim()), await search(anna, '/ext/objects', 'o'));
  });
  it('GET /ext/objects?q= ignores all but the eight longest words', async () => {
    const project = await fixtures.createProject(anna, 'aaaa1 bbbb2 cccc3 dddd4 eeee5 ffff6 gggg7 hhhh8');
    await fixtures.createObject(anna, project, 'Cellar');
    assert.deepEqual(await names(anna, '/ext/objects', 'no aaaa1 bbbb2 cccc3 dddd4 eeee5 ffff6 gggg7 hhhh8'), ['Cellar']);
    assert.deepEqual(await names(anna, '/ext/objects', 'no aaaa1 bbbb2 cccc3 dddd4 eeee5 ffff6 gggg7'), []);
  });
  it('GET /ext/objects?q= finds objects by the new name after a project is renamed or an object moves', async () => {
    assert.deepEqual(await names(boris, '/ext/objects', 'yard GATE'), ['Gate']);
    await fixtures.call(boris, 'PATCH', `/projects/${fixtures.yard}`, { name: 'Hof' });
    await fixtures.call(boris, 'PATCH', `/objects/${fixtures.gate}`, { address: 'Ringstraße 5' });
    assert.deepEqual(await names(boris, '/ext/objects', 'yard gate'), []);
    assert.deepEqual(await names(boris, '/ext/objects', 'hof ringSTRAßE'), ['Gate']);
    assert.deepEqual(await names(anna, '/ext/objects', 'hof'), []);
  });
});

describe('GET /ext/projects?q=', () => {
  it("GET /ext/projects?q= finds what holds every word in its name or its owner's", async () => {
    for (const text of texts) await fixtures.createProject(anna, `${text} p`);
    for (const q of [...queries, 'anna ISTANBUL', 'an p 100%', 'anna boris']) {
      const words = q.split(/\s+/).filter(Boolean);
      for (const [who, owner] of [
        [root, null],
        [anna, anna.id],
        [boris, boris.id],
      ] as const) {
        const { rows } = await sql<{ id: number; name: string; client: string }>`
          select p.id, p.name, u.name as client from projects p join users u on u.id = p.client_id
          where ${owner}::uuid is null or p.client_id = ${owner} order by p.id`.execute(fixtures.db.read);
        const found = rows.filter(({ name, client }) => words.every((word) => has(name, word) || has(client, word)));
        assert.deepEqual(
          await ids(who, '/ext/projects', q),
          found.map(({ id }) => id),
          `${who.name} ${JSON.stringify(q)}`,
        );
      }
    }
  });
});
