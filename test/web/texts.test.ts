import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendReasons } from '../../src/outbound/notifications/channels.ts';
import { ApiError, NoAnswerError } from '../../web/src/http/errors.ts';
import { de } from '../../web/src/i18n/de.ts';
import { en, type Messages } from '../../web/src/i18n/en.ts';
import { errorText } from '../../web/src/i18n/error-text.ts';
import { addServerErrors } from '../../web/src/i18n/locale.ts';
import { longerText, longest } from '../../web/src/i18n/long-texts.ts';
import { pl } from '../../web/src/i18n/pl.ts';
import { isolateName } from '../../web/src/lib/bidirectional-controls.ts';
import { de as auditDe } from '../../web/src/pages/audit/texts/de.ts';
import { en as auditEn } from '../../web/src/pages/audit/texts/en.ts';
import { pl as auditPl } from '../../web/src/pages/audit/texts/pl.ts';
import { de as messengerDe } from '../../web/src/pages/messenger/texts/de.ts';
import { en as messengerEn } from '../../web/src/pages/messenger/texts/en.ts';
import { pl as messengerPl } from '../../web/src/pages/messenger/texts/pl.ts';
import { isOnSomewhere, withSensibleEvents } from '../../web/src/pages/notifications/offered-events.ts';
import { reasonText } from '../../web/src/pages/notifications/reason-text.ts';
import { de as notificationsDe } from '../../web/src/pages/notifications/texts/de.ts';
import { en as notificationsEn } from '../../web/src/pages/notifications/texts/en.ts';
import { pl as notificationsPl } from '../../web/src/pages/notifications/texts/pl.ts';

type Text = string | ((...args: never[]) => unknown);

/** With the texts that are apart from those of the first page. */
function withPages(messages: Messages, notifications: typeof notificationsEn, auditLog: typeof auditEn) {
  return { ...messages, notifications, auditLog };
}

for (const [language, messages] of [
  ['en', en],
  ['de', de],
  ['pl', pl],
] as const)
  await addServerErrors(language, messages);

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

it('Polish notifications say of finished work that it is done, not that somebody is doing it', () => {
  for (const actor of ['Wanda', '']) assert.match(notificationsPl.sentences.ticket_done(actor), /\bwykonana\b/i);
});

it('an admin of a server without a bot is sent to its setting, and not to an admin', () => {
  for (const { noBot, noBotButOwn } of [messengerEn, messengerDe, messengerPl]) {
    for (const text of [noBot, noBotButOwn]) {
      assert.match(text('client'), /\badmin/i);
      assert.doesNotMatch(text('admin'), /\badmin/i);
      assert.match(text('admin'), /\b(Installation|Instalacja)\b/);
    }
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
    assert.equal(
      pl.unsent.items({ photos: 1, operations: ['start', 'done'], comments: 3 }),
      'Rozpocznij, Zakończ pracę, 1 zdjęcie, 3 komentarze',
    );
    assert.equal(pl.app.retryIn(300), 'Spróbuj ponownie za 5 minut.');
  });

  it('English and German have a form for one and another', () => {
    assert.deepEqual([1, 2, 22].map(en.list.count), ['1 request', '2 requests', '22 requests']);
    assert.deepEqual([1, 2, 22].map(de.list.count), ['1 Auftrag', '2 Aufträge', '22 Aufträge']);
  });
});

describe('the long texts for tests of the layout', () => {
  it('a text made longer has 40 % more letters', () => {
    assert.equal(longerText('Cancel'), 'Ccánncéll');
    assert.match(longerText('{actor} left'), /^\{actor\} /);
    assert.match(longerText('Remove lift', ['lift']), / lift$/);
  });

  it('each text is the one with the longest word', () => {
    const long = longest<Messages>({ en, de, pl });
    const wordLength = (text: string) => Math.max(...text.split(/\s/).map((word) => word.length));
    for (const [path, text] of textsOf(long)) {
      if (typeof text !== 'string') continue;
      for (const language of [en, de, pl]) {
        const translation = textsOf(language).get(path);
        assert(typeof translation === 'string' && wordLength(text) >= wordLength(translation), `${path}: ${text}`);
      }
    }
    assert.match(long.ticket.name(7), /#7$/);
  });
});

// The messages of the service that are the same each time have a text by their type. These contain a number, a name or a status.

const texts: [message: string, en: string, de: string][] = [
  [
    'cannot take a ticket that is done',
    'This is no longer possible: the status of the request is “Done”.',
    'Das ist nicht mehr möglich: Der Auftrag hat den Status „Erledigt“.',
  ],
  [
    'the ticket has 20 photos already',
    'This request already has 20 photos, the maximum.',
    'Der Auftrag hat schon 20 Fotos. Mehr sind nicht möglich.',
  ],
  ['file is larger than 10485760 bytes', 'The file is larger than 10 MB.', 'Die Datei ist größer als 10 MB.'],
  ['file is larger than 1572864 bytes', 'The file is larger than 1.5 MB.', 'Die Datei ist größer als 1,5 MB.'],
  ['file is damaged: there is no image', 'This photo is damaged.', 'Dieses Foto ist beschädigt.'],
  [
    'a client has at most 2000 invitations',
    'The limit of 2,000 per client is reached.',
    'Das Limit von 2.000 je Auftraggeber ist erreicht.',
  ],
  [
    'HTTP 502',
    'The server responded with error 502. Try again later.',
    'Der Server hat mit dem Fehler 502 geantwortet. Versuchen Sie es später erneut.',
  ],
  ['password is required', '“Password” is missing.', '„Passwort“ fehlt.'],
  ['role must be one of worker, client, admin', '“Role” has an invalid value.', '„Rolle“ hat einen ungültigen Wert.'],
  ['worker_id is not a worker', '“Worker” has an invalid value.', '„Handwerker“ hat einen ungültigen Wert.'],
  ['email must be a valid email', '“Email” is not a valid email address.', '„E-Mail“ ist keine gültige E-Mail-Adresse.'],
  ['date_from must be a valid date', '“Created from” is not a valid date.', '„Erstellt ab“ ist kein gültiges Datum.'],
  ['something_new must be a positive integer', 'A value must be a whole number.', 'Ein Wert muss eine ganze Zahl sein.'],
  ['period_days must be >= 1', '“Repeat every” must be at least 1.', '„Wiederholen alle“ muss mindestens 1 sein.'],
  ['recurring.period_days must be <= 730', '“Repeat every” must be at most 730.', '„Wiederholen alle“ darf höchstens 730 sein.'],
  [
    'name must NOT have fewer than 2 characters',
    '“Name” must have at least 2 characters.',
    '„Name“ muss mindestens 2 Zeichen haben.',
  ],
  [
    'phone must NOT have more than 40 characters',
    '“Phone” must have at most 40 characters.',
    '„Telefon“ darf höchstens 40 Zeichen haben.',
  ],
  [
    'reason holds characters that cannot be stored',
    '“Reason” contains characters that cannot be stored.',
    '„Grund“ enthält Zeichen, die sich nicht speichern lassen.',
  ],
  ['toString must match', 'A value is invalid.', 'Ein Wert ist ungültig.'],
  ['email already taken', 'This email address is already in use.', 'Diese E-Mail-Adresse wird schon verwendet.'],
  ['no text for this', 'No text for this.', 'No text for this.'],
];

for (const [message, ...expected] of texts) {
  it(`the error "${message}" has a text with the label of its field, its numbers and its status`, () => {
    assert.deepEqual(
      [en, de].map((messages) => errorText(new ApiError(400, message), messages)),
      expected,
    );
    const [english, german] = expected;
    if (german !== english) assert.notEqual(errorText(new ApiError(400, message), pl), english);
  });
}

it('the text of an overloaded service says when to try again', () => {
  const overloaded = new ApiError(503, 'too many requests are under way, try again later', { retryAfterSeconds: 1 });
  assert.deepEqual(
    [en, de, pl].map((messages) => errorText(overloaded, messages)),
    [
      'The server is busy. Try again in 1 second.',
      'Der Server ist ausgelastet. Versuchen Sie es in 1 Sekunde erneut.',
      'Serwer jest przeciążony. Spróbuj ponownie za 1 sekundę.',
    ],
  );
});

it('an error without an answer and one of the console itself have texts of their own', () => {
  assert.equal(errorText(new NoAnswerError(), en), "Can't reach the server. Please try again.");
  assert.equal(errorText(new Error('x is undefined'), en), en.app.failed);
  const limited = new ApiError(429, 'too many attempts, try again later', { retryAfterSeconds: 840 });
  assert.equal(errorText(limited, en), 'Too many attempts. Try again in 14 minutes.');
});

type Settings = Parameters<typeof withSensibleEvents>[0];

it('every reason why a notification was not sent has words of its own in each language', () => {
  for (const [language, texts] of Object.entries({ en: notificationsEn, de: notificationsDe, pl: notificationsPl })) {
    const words = sendReasons.map((reason) => reasonText(reason, texts));
    for (const [i, reason] of sendReasons.entries()) assert.notEqual(words[i], texts.lastError(reason), `${language} ${reason}`);
    assert.equal(new Set(words).size, sendReasons.length, language);
    assert.deepEqual(Object.keys(texts.reasons).sort(), [...sendReasons].sort(), language);
  }
});

it('the error of the last attempt is shown as it is, after words', () => {
  for (const texts of [notificationsEn, notificationsDe, notificationsPl])
    assert.match(reasonText('connect ECONNREFUSED', texts), /^\S.+: connect ECONNREFUSED$/);
});

it('an offer turns on what needs the person, by role, and leaves the rest', () => {
  const channels = { messenger: false, email: false, push: false };
  const names = ['ticket_done', 'ticket_assigned', 'handed_back', 'comment_added', 'ticket_started'];
  const events = Object.fromEntries(names.map((name) => [name, { ...channels, push: name === 'ticket_started' }]));
  const settings = { events, quiet_hours: null, digest: 'none', digest_at: '07:00', timezone: 'UTC' } as unknown as Settings;
  const turnedOn = (role: 'client' | 'worker' | 'admin') => {
    const changed = withSensibleEvents(settings, role, ['email']).events;
    return names.filter((name) => Reflect.get(changed, name).email);
  };
  assert.deepEqual(turnedOn('client'), ['ticket_done', 'handed_back', 'comment_added']);
  assert.deepEqual(turnedOn('worker'), ['ticket_assigned', 'comment_added']);
  assert.deepEqual(turnedOn('admin'), ['handed_back']);
  const changed = withSensibleEvents(settings, 'client', ['email', 'messenger']);
  assert.deepEqual(Reflect.get(changed.events, 'ticket_done'), { messenger: true, email: true, push: false });
  assert.equal('timezone' in withSensibleEvents({ ...settings, digest: 'daily' }, 'client', []), true);
  assert.deepEqual([isOnSomewhere(settings.events), isOnSomewhere(settings.events, 'email')], [true, false]);
});

describe('names in sentences that are one text', () => {
  it('a name that is written from right to left stands between isolates', () => {
    for (const name of ['דוד', 'Tower محمد', '\u200f12']) assert.equal(isolateName(name), `\u2068${name}\u2069`);
  });

  it('bidirectional controls of a name are removed', () => {
    assert.equal(isolateName('\u202eAdam\u2069'), 'Adam');
    assert.equal(isolateName('\u2067דוד'), '\u2068דוד\u2069');
  });

  it('other names stay as they are', () => {
    for (const name of ['Jürgen Żak', 'Анна', '東京', '']) assert.equal(isolateName(name), name);
  });
});
