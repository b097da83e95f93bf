import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { de } from '../../web/src/i18n/de.ts';
import { en, type Messages } from '../../web/src/i18n/en.ts';
import { longer, longerText } from '../../web/src/i18n/long-texts.ts';
import { pl } from '../../web/src/i18n/pl.ts';
import { de as auditDe } from '../../web/src/pages/audit/texts/de.ts';
import { en as auditEn } from '../../web/src/pages/audit/texts/en.ts';
import { pl as auditPl } from '../../web/src/pages/audit/texts/pl.ts';
import { de as notificationsDe } from '../../web/src/pages/notifications/texts/de.ts';
import { en as notificationsEn } from '../../web/src/pages/notifications/texts/en.ts';
import { pl as notificationsPl } from '../../web/src/pages/notifications/texts/pl.ts';

type Text = string | ((...args: never[]) => unknown);

/** With the texts that are apart from those of the first page. */
function withPages(messages: Messages, notifications: typeof notificationsEn, auditLog: typeof auditEn) {
  return { ...messages, notifications, auditLog };
}

/** The texts by path, such as `app.save`; the errors of the service have texts in some languages only. */
function textsOf({ serverErrors: _, ...messages }: Messages): Map<string, Text> {
  const texts = new Map<string, Text>();
  const walk = (value: object, path: string): void => {
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') walk(inner, `${path}${key}.`);
      else texts.set(path + key, inner);
    }
  };
  walk(messages, '');
  return texts;
}

const placeholdersOf = (text: Text | undefined): string[] =>
  typeof text === 'string' ? (text.match(/\{\w+\}/g) ?? []).sort() : [];
/** Without placeholders and what follows the last letter. */
const lettersOf = (text: string): string => text.replace(/\{\w+\}/g, '').replace(/\P{L}+$/u, '');
const english = textsOf(withPages(en, notificationsEn, auditEn));

const others = { de: withPages(de, notificationsDe, auditDe), pl: withPages(pl, notificationsPl, auditPl) };

for (const [language, messages] of Object.entries(others)) {
  describe(`the texts in the language ${language}`, () => {
    const texts = textsOf(messages);

    it('there is a text for every English one', () => {
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort());
      for (const [path, text] of texts) assert.notEqual(text, '', path);
    });

    it('functions have the parameters and texts the placeholders of the English ones', () => {
      for (const [path, text] of texts) {
        const expected = english.get(path);
        assert.equal(typeof text, typeof expected, path);
        if (typeof text === 'function' && typeof expected === 'function') assert.equal(text.length, expected.length, path);
        assert.deepEqual(placeholdersOf(text), placeholdersOf(expected), path);
      }
    });
  });
}

it('only who can add photos reads without a connection that photos are sent later', () => {
  for (const { app } of [en, de, pl]) {
    const photos = /^(Photos|Fotos|Zdjęcia)/;
    assert.match(app.offlineText('worker'), photos);
    assert.match(app.offlineText('admin'), photos);
    assert.doesNotMatch(app.offlineText('client'), photos);
  }
});

describe('plural forms', () => {
  it('Polish has a form for one, for a few and for many', () => {
    const counts = [0, 1, 2, 5, 12, 22, 25, 101].map((count) => pl.list.count(count));
    assert.deepEqual(counts, [
      '0 zgłoszeń',
      '1 zgłoszenie',
      '2 zgłoszenia',
      '5 zgłoszeń',
      '12 zgłoszeń',
      '22 zgłoszenia',
      '25 zgłoszeń',
      '101 zgłoszeń',
    ]);
    assert.equal(pl.unsent.items({ photos: 1, operations: 3 }), '1 zdjęcie, 3 zmiany');
    assert.equal(pl.app.retryIn(300), 'Spróbuj ponownie za 5 minut.');
  });

  it('English and German have a form for one and another', () => {
    assert.deepEqual([1, 2, 22].map(en.list.count), ['1 request', '2 requests', '22 requests']);
    assert.deepEqual([1, 2, 22].map(de.list.count), ['1 Auftrag', '2 Aufträge', '22 Aufträge']);
  });
});

describe('the long texts for tests of the layout', () => {
  it('every text is at least 40 % longer', () => {
    for (const [path, text] of textsOf(longer(withPages(en, notificationsEn, auditEn)))) {
      const original = english.get(path);
      if (typeof text !== 'string' || typeof original !== 'string') continue;
      const [made = 0, given = 0] = [text, original].map((words) => lettersOf(words).length);
      assert(made >= given * 1.4, `${path}: ${text}`);
    }
    assert.equal(longerText('Cancel'), 'Ccánncéll');
  });

  it('placeholders stay, and functions return longer texts', () => {
    assert.match(longer(auditEn).sentences.user_disabled, /\{actor\}.*\{subject\}/);
    const long = longer(en);
    assert.match(long.ticket.name(7), /#7$/);
    assert.notEqual(long.ticket.name(7), en.ticket.name(7));
  });
});
