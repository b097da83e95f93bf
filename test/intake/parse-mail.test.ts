import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { reasonToLeave } from '../../src/product/intake/email/automatic.ts';
import { htmlToText } from '../../src/product/intake/email/html-text.ts';
import { newText } from '../../src/product/intake/email/new-text.ts';
import { type ParsedMail, parseMail } from '../../src/product/intake/email/parse-mail.ts';

// test/intake/mails has mails as the programs of people write them.

const folder = new URL('./mails/', import.meta.url);

async function parse(name: string): Promise<ParsedMail> {
  const mail = await parseMail(readFileSync(new URL(`${name}.eml`, folder)));
  assert(mail, name);
  return mail;
}

interface Expected {
  text: string;
  subject?: string;
  from?: string;
  pictures?: string[];
  omitted?: [name: string, why: string][];
}

const forwarded = `Please look at this.

---------- Forwarded message ---------
From: Eve <eve@example.net>
Date: Mon, Mar 2, 2026 at 7:00 AM
Subject: Water in the cellar
To: Anna <anna@example.com>

There is water in the cellar since Sunday.

> Is it much?`;

const expected: Record<string, Expected> = {
  'gmail-top-posting': { text: 'Somebody is in the lift. Please hurry.', subject: 'Re: New request: The lift stops' },
  'gmail-html-only': { text: 'The door of the lift is open.\n\nThe light is on.' },
  'gmail-forward': { text: forwarded },
  'gmail-german': { text: 'Er steht im dritten Stock.' },
  'gmail-polish': { text: 'Winda stoi na trzecim piętrze.', subject: 'Odp: Nowe zgłoszenie' },
  'outlook-desktop': { text: 'The key is with the porter.\n\nKind regards\n\nAnna' },
  'outlook-german-html': { text: 'Der Schlüssel liegt beim Hausmeister Größer.', subject: 'AW: Auftrag geändert' },
  'outlook-original-message': { text: 'It runs again.' },
  'outlook-mobile': { text: 'I will be there at ten.' },
  'outlook-winmail': { text: 'The radiator is cold.', omitted: [['winmail.dat', 'no_photo']] },
  'outlook-calendar': { text: 'Tomorrow at nine in the hall.' },
  'outlook-logo': { text: 'The window on the second floor is broken.\n\n[cid:image001.png@01DA]' },
  'apple-mail-reply': { text: 'Yes, on Tuesday.' },
  'apple-mail-photos': {
    text: 'Water drips from the ceiling.\n\nAnd here from the side.',
    pictures: ['IMG_0001.jpeg', 'IMG_0002.png'],
  },
  'apple-mail-heic': { text: 'See the picture.', omitted: [['IMG_0003.HEIC', 'heic']] },
  'empty-text-part': { text: 'The bell of flat 4 does not ring…\n\n- since May' },
  'thunderbird-inline-replies': {
    text: 'The third one, on the left side of the corridor behind the glass door that does not close.\n\nOnly in the morning.',
  },
  'thunderbird-bottom-posting': { text: 'I know. The company is informed.' },
  'thunderbird-flowed-delsp': { text: 'The staircase is dark because the lamp is broken.' },
  'thunderbird-html': { text: 'Please use the back door.' },
  'smime-signed': { text: 'The heating is cold °' },
  'pgp-signed': { text: 'The gate is stuck.' },
  'empty-body': { text: '', subject: 'No hot water in flat 12' },
  'photo-only': { text: '', subject: '', pictures: ['Küche oben.jpg'] },
  'iso-2022-jp': { text: 'エレベーターが動きません。', subject: '故障の報告' },
  'windows-1250': { text: 'Žluťoučký kůň, proszę o źródło światła.', subject: 'Zepsuty zamek w łazience' },
  'koi8-r': { text: 'Лифт не работает.', subject: 'Лифт' },
  'iso-8859-15': { text: 'Die Tür kostet 100 €.' },
  gb2312: { text: '电梯坏了。', subject: '电梯' },
  'unknown-charset': { text: 'Das Fenster schließt nicht.' },
  'encoded-words': {
    text: 'Es steht zehn Zentimeter hoch.',
    subject: 'Wasser im Keller, sehr viel sogar – bitte',
    omitted: [['Pläne.pdf', 'no_photo']],
  },
  'webmail-german': { text: 'Dienstag passt.' },
  'yahoo-html': { text: 'Monday is fine.' },
};

const left: Record<string, string> = {
  vacation: 'automatic',
  'outlook-out-of-office': 'automatic',
  'mailing-list': 'automatic',
  bulk: 'automatic',
  'delivery-report': 'delivery_report',
  'read-receipt': 'delivery_report',
  'own-notification': 'own_mail',
  'no-sender': 'no_sender',
};

describe('a mail that a person wrote', () => {
  for (const [name, { text, subject, pictures = [], omitted = [] }] of Object.entries(expected)) {
    it(`${name}: has its new text, its photos and what is left out`, async () => {
      const mail = await parse(name);
      assert.equal(mail.text, text);
      if (subject !== undefined) assert.equal(mail.subject, subject);
      assert.deepEqual(
        mail.pictures.map((picture) => picture.name),
        pictures,
      );
      assert.deepEqual(
        mail.omitted.map((file) => [file.name, file.why]),
        omitted,
      );
      assert.equal(mail.from, 'anna@example.com');
      assert.deepEqual(mail.recipients, ['callout@example.com']);
      assert.equal(reasonToLeave(mail, ['callout@example.com']), undefined);
    });
  }

  it('names of senders are decoded', async () => {
    assert.equal((await parse('iso-2022-jp')).name, '安奈');
    assert.equal((await parse('encoded-words')).name, 'Müller, Anna');
  });

  it('the full text still has what was quoted', async () => {
    assert.match((await parse('gmail-top-posting')).fullText, /New request: The lift stops/);
  });
});

describe('a mail of which nothing is made', () => {
  for (const [name, reason] of Object.entries(left)) {
    it(`${name}: ${reason}`, async () => assert.equal(reasonToLeave(await parse(name), ['callout@example.com']), reason));
  }

  it('every mail of the folder is in a table of this file', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.eml$/, ''));
    assert.deepEqual(names.sort(), [...Object.keys(expected), ...Object.keys(left)].sort());
  });

  it('a mail from an address of the installation itself is its own', async () => {
    assert.equal(reasonToLeave(await parse('empty-body'), ['anna@example.com']), 'own_mail');
  });

  it('Auto-Submitted: no is a person', async () => {
    const mail = await parse('empty-body');
    const headers = new Map([...mail.headers, ['auto-submitted', 'no']]);
    assert.equal(reasonToLeave({ ...mail, headers }, []), undefined);
  });
});

describe('the new text of a mail', () => {
  it('a forwarded mail keeps the header lines of Outlook', () => {
    const text = 'See below.\n\nFrom: Eve\nSent: Monday\nTo: Anna\nSubject: Leak\n\nIt drips.';
    assert.equal(newText(text, 'WG: Leak'), text);
    assert.equal(newText(text, 'AW: Leak'), 'See below.');
  });

  it('a sentence that ends with a colon is no quotation', () => {
    const text = 'On Monday the following happened:\n\nThe lift stopped.';
    assert.equal(newText(text), text);
  });

  it('the sentence before a quotation does not take the line above it along', () => {
    assert.equal(
      newText('On the roof is water.\nOn Mon, 2 Mar 2026, Eve <eve@example.com> wrote:\n> Where?'),
      'On the roof is water.',
    );
  });

  it('a mail that consists of a quotation has no new text', () => assert.equal(newText('> old\n> older\n'), ''));
});

describe('the text of HTML', () => {
  it('has the quotation marks of its blockquotes', () => {
    assert.equal(htmlToText('new<blockquote><p>old</p><blockquote>older</blockquote></blockquote>'), 'new\n> old\n>\n> > older');
  });

  it('ends in reasonable time for HTML that no program writes', () => {
    const hostile = [
      '<!--'.repeat(200_000),
      '<script>'.repeat(100_000),
      '<'.repeat(500_000),
      '<a '.repeat(200_000),
      '&'.repeat(500_000),
    ];
    for (const html of hostile) assert.equal(typeof htmlToText(html), 'string');
  });
});
