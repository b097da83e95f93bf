import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendReasons } from '../../src/outbound/notifications/events.ts';
import { isOnSomewhere, withSensibleEvents } from '../../web/src/pages/notifications/offered-events.ts';
import { reasonText } from '../../web/src/pages/notifications/reason-text.ts';
import { de } from '../../web/src/pages/notifications/texts/de.ts';
import { en } from '../../web/src/pages/notifications/texts/en.ts';
import { pl } from '../../web/src/pages/notifications/texts/pl.ts';

type Settings = Parameters<typeof withSensibleEvents>[0];

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
