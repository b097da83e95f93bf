import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendReasons } from '../../src/outbound/notifications/events.ts';
import { reasonText } from '../../web/src/pages/notifications/reason-text.ts';
import { de } from '../../web/src/pages/notifications/texts/de.ts';
import { en } from '../../web/src/pages/notifications/texts/en.ts';
import { pl } from '../../web/src/pages/notifications/texts/pl.ts';

it('every reason why a notification was not sent has words of its own in each language', () => {
  for (const [language, texts] of Object.entries({ en, de, pl })) {
    const words = sendReasons.map((reason) => reasonText(reason, texts));
    for (const [i, reason] of sendReasons.entries()) assert.notEqual(words[i], texts.lastError(reason), `${language} ${reason}`);
    assert.equal(new Set(words).size, sendReasons.length, language);
    assert.deepEqual(Object.keys(texts.reasons).sort(), [...sendReasons].sort(), language);
  }
});

it('the error of the last attempt is shown as it is, after words', () => {
  for (const texts of [en, de, pl]) assert.match(reasonText('connect ECONNREFUSED', texts), /^\S.+: connect ECONNREFUSED$/);
});
