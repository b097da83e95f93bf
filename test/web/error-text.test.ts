import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError, NoAnswerError } from '../../web/src/http/errors.ts';
import { de } from '../../web/src/i18n/de.ts';
import { en } from '../../web/src/i18n/en.ts';
import { errorText } from '../../web/src/i18n/error-text.ts';
import { pl } from '../../web/src/i18n/pl.ts';

// The messages of the service that are the same each time have a text by their type. These contain a number, a name or a status.

const texts: [message: string, en: string, de: string, pl: string][] = [
  [
    'cannot take a ticket that is done',
    'This is no longer possible: the status of the request is “Done”.',
    'Das ist nicht mehr möglich: Der Auftrag hat den Status „Erledigt“.',
    'To już niemożliwe. Status zgłoszenia: „Wykonane”.',
  ],
  [
    'the ticket has 20 photos already',
    'This request already has 20 photos, the maximum.',
    'Der Auftrag hat schon 20 Fotos. Mehr sind nicht möglich.',
    'To zgłoszenie ma już 20 zdjęć. Więcej nie można dodać.',
  ],
  [
    'file is larger than 10485760 bytes',
    'The file is larger than 10 MB.',
    'Die Datei ist größer als 10 MB.',
    'Plik jest większy niż 10 MB.',
  ],
  [
    'file is larger than 1572864 bytes',
    'The file is larger than 1.5 MB.',
    'Die Datei ist größer als 1,5 MB.',
    'Plik jest większy niż 1,5 MB.',
  ],
  ['file is damaged: there is no image', 'This photo is damaged.', 'Dieses Foto ist beschädigt.', 'To zdjęcie jest uszkodzone.'],
  [
    'a client has at most 2000 invitations',
    'The limit of 2,000 per client is reached.',
    'Das Limit von 2.000 je Auftraggeber ist erreicht.',
    'Osiągnięto limit dla klienta: 2000.',
  ],
  [
    'HTTP 502',
    'The server responded with error 502. Try again later.',
    'Der Server hat mit dem Fehler 502 geantwortet. Versuchen Sie es später erneut.',
    'Serwer odpowiedział błędem 502. Spróbuj ponownie później.',
  ],
];

for (const [message, ...expected] of texts) {
  it(`the error "${message}" has a text in each language`, () => {
    assert.deepEqual(
      [en, de, pl].map((messages) => errorText(new ApiError(400, message), messages)),
      expected,
    );
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

const validationTexts: [message: string, en: string, de: string][] = [
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

for (const [message, ...expected] of validationTexts) {
  it(`the error "${message}" names the label of its field`, () => {
    assert.deepEqual(
      [en, de].map((messages) => errorText(new ApiError(400, message), messages)),
      expected,
    );
  });
}

it('an error without an answer and one of the console itself have texts of their own', () => {
  assert.equal(errorText(new NoAnswerError(), en), "Can't reach the server. Please try again.");
  assert.equal(errorText(new Error('x is undefined'), en), en.app.failed);
  const limited = new ApiError(429, 'too many attempts, try again later', { retryAfterSeconds: 840 });
  assert.equal(errorText(limited, en), 'Too many attempts. Try again in 14 minutes.');
});
