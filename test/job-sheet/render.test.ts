import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import type {
  JobSheetComment,
  JobSheetData,
  JobSheetEvent,
  JobSheetPhoto,
} from '../../src/product/reporting/job-sheet/job-sheet-data.ts';
import { renderJobSheet as renderFor } from '../../src/product/reporting/job-sheet/render-job-sheet.ts';
import { layOut } from '../../src/product/reporting/job-sheet/text/lay-out.ts';
import { pdfPages, pdfText } from '../../testing/pdf-text.ts';

const at = '2026-03-01T08:30:00.000Z';
const jpeg = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#88aacc' } })
  .jpeg()
  .toBuffer();
const photo = (name: string, file: Uint8Array | null = jpeg): JobSheetPhoto => ({
  name,
  author: 'Wanda',
  created_at: at,
  jpeg: file,
});
const comment = (text: string, photos: JobSheetPhoto[] = []): JobSheetComment => ({
  author_name: 'Wanda',
  author_role: 'worker',
  text,
  created_at: at,
  photos,
});
const event = (action: JobSheetEvent['action'], text = ''): JobSheetEvent => ({
  action,
  from_status: 'new',
  actor_id: '',
  actor_name: 'Anna',
  comment: text,
  created_at: at,
});

const ordinary: JobSheetData = {
  language: 'en',
  timezone: 'Europe/Berlin',
  printedAt: at,
  ticket: {
    id: 7,
    status: 'closed',
    category: 'electric',
    priority: 'high',
    description: 'The light in the hall flickers',
    floor: '3',
    address: '1 Main Street',
    project_name: 'Tower',
    object_name: 'House A',
    client_name: 'Anna',
    worker_name: 'Wanda',
    created_at: at,
    closed_at: at,
    rework_count: 1,
  },
  deadline: { take_by: at, finish_by: at, take_state: 'met', finish_state: 'missed' },
  hold: { reason: 'part', until: at },
  appointment: { from: at, to: at },
  costs: null,
  checklist: null,
  signatures: [],
  events: (['created', 'assigned', 'started', 'photo_added', 'done', 'rejected', 'done', 'confirmed'] as const).map((action) =>
    event(action, action === 'rejected' ? 'Still dark' : ''),
  ),
  earlierEvents: 0,
  edits: [{ field: 'priority', from: 'low', actor_name: 'Anna', created_at: at }],
  earlierEdits: 0,
  comments: [comment('Which door is it?'), comment('The second one')],
  earlierComments: 0,
  before: [photo('before.jpg'), photo('before-2.jpg')],
  after: [photo('after.jpg'), photo('after-2.jpg')],
  furtherPhotos: 0,
  chain: { ok: true, head: 'ab'.repeat(32), entries: 8, since: at },
};
const renderJobSheet = async (report: JobSheetData) => Buffer.from(await renderFor(report, { key: 'anna' }));
const withTexts = (...texts: string[]): JobSheetData => ({ ...ordinary, comments: texts.map((text) => comment(text)) });

describe('report of a job', () => {
  it('has facts, journal, comments, photos and the check of the chain on one page', async () => {
    const pages = await pdfPages(await renderJobSheet(ordinary));
    assert.equal(pages.length, 1);
    for (const text of [
      'Request #7',
      'The light in the hall flickers',
      'House A',
      '1 Main Street',
      '1 Mar 2026, 09:30 (was late)',
      'Rework requested',
      'Anna requested rework',
      'Still dark',
      'Anna changed the priority',
      'Before: Low',
      'Wanda (Worker), 1 Mar 2026, 09:30',
      'Photos before',
      'after-2.jpg',
      'The activity is unchanged since 1 Mar 2026, 09:30.',
      'ab'.repeat(32),
      'Page 1 of 1',
    ]) {
      assert.ok(pages[0]?.includes(text), `${text} is missing in ${pages[0]}`);
    }
  });

  it('has the lines of cost with their amounts, their sum and the quote that was approved', async () => {
    const line = { kind: 'labour', text: 'Replace the ballast', quantity: '1.5', unit: 'h', unit_price: 4500 } as const;
    const lines = [
      { ...line, amount: 6750, on: '2026-03-01' },
      { ...line, quantity: '1000', amount: 4_500_000, on: '2026-03-02' },
    ];
    const costs = { currency: 'EUR', lines, total: 4_506_750, furtherLines: 3, approved: 5_000_000 };
    const text = await pdfText(await renderJobSheet({ ...ordinary, language: 'de', costs }));
    for (const part of [
      '1,5h',
      '45,00€67,50€',
      '1.000h',
      '45.000,00€',
      'Summe45.067,50€',
      'AngenommenesAngebot50.000,00€',
      'Posten:3',
    ])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
  });

  it('says nothing of rework when none was requested', async () => {
    const text = await pdfText(
      await renderJobSheet({ ...ordinary, ticket: { ...ordinary.ticket, rework_count: 0 }, events: [] }),
    );
    assert.ok(text.includes('Request#7') && !/rework/i.test(text), text);
  });

  it('can be searched for letters that the document before had only with an accent', async () => {
    // No text of a report has this letter, so no other test has used it without an accent.
    await renderJobSheet(withTexts('Ẍ'));
    assert.match(await pdfText(await renderJobSheet(withTexts('X'))), /X/);
  });

  it('shows every script, emoji and symbols', async () => {
    const texts = {
      German: 'Größe, Übergänge, Straße, ẞ',
      Polish: 'Zażółć gęślą jaźń',
      Cyrillic: 'Вода капает, їжак',
      Greek: 'Ελληνικά',
      Arabic: 'تسرب المياه',
      Hebrew: 'נזילת מים',
      Chinese: '厨房漏水了，请修理',
      Japanese: 'カタカナとひらがな',
      Korean: '안녕하세요',
      Georgian: 'ქართული',
      Armenian: 'Հայերեն',
      Amharic: 'አማርኛ',
      emoji: '😀🔧🇩🇪✅',
      symbols: '½ € ₴ → ★ ∑ ≤ ☎',
    };
    const shown = await pdfText(await renderJobSheet(withTexts(...Object.values(texts))));
    for (const [script, text] of Object.entries(texts))
      assert.ok(shown.includes(text.replaceAll(' ', '')), `${script}: ${text} is missing in ${shown}`);
  });

  it('shows Arabic digits from left to right, beside letters of both directions', () => {
    for (const digits of ['١٢٣', '۴۵۶']) {
      for (const text of [`شارع ${digits}`, `Haus ${digits}`, digits]) {
        const runs = layOut(text, 500, { size: 10 }).flatMap((line) => line.runs);
        const glyphs = runs.flatMap(({ text: part, font }) => font.layout(part, []).glyphs);
        const drawn = glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('');
        assert.ok(drawn.includes(digits), `${digits} is missing in ${drawn}`);
      }
    }
  });

  it('shows a box for characters that no font has, and for control characters', async () => {
    const shown = await pdfText(await renderJobSheet(withTexts('a\u0007b\uE000c\u{10FFFD}d\ud800e')));
    assert.match(shown, /a□b□c□d�e/);
  });

  it('does not let a text change the order in which it is read', async () => {
    const shown = await pdfText(await renderJobSheet(withTexts('code \u202Efdp.exe\u202C end')));
    assert.match(shown, /codefdp\.exeend/);
  });

  it('breaks lines in texts without blanks and keeps every character', async () => {
    const texts = ['漏'.repeat(500), 'x'.repeat(700), 'ת'.repeat(300)];
    const pages = await pdfPages(await renderJobSheet(withTexts(...texts)));
    const longest = Math.max(...pages.flatMap((page) => page.split('\n').map((line) => line.length)));
    assert.ok(longest < 200, `${longest} characters in a line`);
    const shown = pages.join('').replaceAll(/\s+/g, '');
    for (const text of texts) assert.equal(shown.split(text[0] ?? '').length - 1 >= text.length, true);
  });

  it('continues on further pages with their numbers', async () => {
    const pages = await pdfPages(
      await renderJobSheet({ ...ordinary, events: Array.from({ length: 150 }, () => event('started')) }),
    );
    assert.ok(pages.length > 2);
    for (const [index, page] of pages.entries()) assert.ok(page.includes(`Page ${index + 1} of ${pages.length}`));
  });

  it('leaves out the older entries and comments of a large ticket and says how many', async () => {
    const large: JobSheetData = {
      ...ordinary,
      events: Array.from({ length: 1_000 }, (_, index) => event('rejected', `reason ${index}`)),
      earlierEvents: 5,
      comments: Array.from({ length: 1_000 }, (_, index) => comment(`comment ${index} ${'long '.repeat(800)}`)),
      after: Array.from({ length: 100 }, (_, index) => photo(`photo ${index}`)),
    };
    const pages = await pdfPages(await renderJobSheet(large));
    const text = pages.join('');
    assert.ok(pages.length < 60, `${pages.length} pages`);
    assert.match(text, /Earlier entries that are left out: 805/);
    assert.match(text, /Earlier comments that are left out: 99\d/);
    assert.match(text, /Further photos that are left out: 60/);
    assert.match(text, /reason 999/);
    assert.match(text, /comment 999/);
    assert.ok(!text.includes('comment 0 '));
  });

  it('shows a labelled box for a photo that cannot be read or is damaged', async () => {
    const damaged = photo('damaged.jpg', Buffer.from('no picture'));
    const text = await pdfText(await renderJobSheet({ ...ordinary, after: [photo('missing.jpg', null), damaged] }));
    assert.equal(text.split('Thisphotocannotbeshown').length - 1, 2);
    assert.ok(text.includes('missing.jpg') && text.includes('damaged.jpg'));
  });

  it('renders any text', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom(...'\u0301\u200D\u202E\u2067\u094D\u0915\u093F\u0E33\u17D2\u1780\u{1F468}\uFE0F\u0644\u0627('), {
        maxLength: 20,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 30 }), async (parts) => {
        const text = parts.flat().join('');
        const pdf = await renderJobSheet({
          ...withTexts(text),
          ticket: { ...ordinary.ticket, description: text, client_name: text },
        });
        assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
      }),
      { numRuns: 8 },
    );
  });

  it('renders several reports that are asked for at once', async () => {
    const files = await Promise.all([1, 2, 3].map((id) => renderJobSheet({ ...ordinary, ticket: { ...ordinary.ticket, id } })));
    for (const [index, file] of files.entries()) assert.match(await pdfText(file), new RegExp(`Request#${index + 1}`));
  });
});
