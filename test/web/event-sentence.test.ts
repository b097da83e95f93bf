import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditEventNames } from '../../src/platform/audit/events.ts';
import type { AuditEvent } from '../../web/src/contract/schemas.ts';
import { de as messagesDe } from '../../web/src/i18n/de.ts';
import { en as messagesEn } from '../../web/src/i18n/en.ts';
import { addServerErrors } from '../../web/src/i18n/locale.ts';
import { eventDetails, eventSentence } from '../../web/src/pages/audit/event-sentence.ts';
import { de } from '../../web/src/pages/audit/texts/de.ts';
import { en } from '../../web/src/pages/audit/texts/en.ts';
import { pl } from '../../web/src/pages/audit/texts/pl.ts';
import { auditEvents, readFilters, toQuery } from '../../web/src/pages/audit/url-filters.ts';

await addServerErrors('de', messagesDe);

const anna = '11111111-1111-4111-8111-111111111111';
const wanda = '22222222-2222-4222-8222-222222222222';

const eventOf = (event: AuditEvent['event'], fields: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 1,
  at: '2026-11-23T08:00:00.000Z',
  event,
  actor_id: anna,
  actor_name: 'Anna',
  subject_type: 'user',
  subject_id: wanda,
  subject_name: 'Wanda',
  ip: '198.51.100.7',
  request_id: 'r1',
  detail: {},
  ...fields,
});
const ownAccount = { subject_id: anna, subject_name: 'Anna' };
const withoutActor = { actor_id: '', actor_name: '' };
const sentence = (event: AuditEvent, texts = en): string =>
  eventSentence(event, texts)
    .map(({ text }) => text)
    .join('');

describe('the sentences of the audit log', () => {
  it('every language has a sentence and a filter text for every event of the service', () => {
    assert.deepEqual([...auditEvents].sort(), [...auditEventNames].sort());
    for (const name of auditEventNames) {
      for (const texts of [en, de, pl]) {
        const text = sentence(eventOf(name, { detail: { project_name: 'Tower' } }), texts);
        assert.doesNotMatch(text, /[{}]|undefined|_/, name);
        assert(texts.events[name], name);
      }
    }
  });

  it('a sentence names the actor and the subject', () => {
    assert.equal(sentence(eventOf('user_disabled')), 'Anna disabled Wanda');
    assert.equal(sentence(eventOf('user_disabled'), de), 'Anna hat Wanda deaktiviert');
    const detail = { project_id: 7, project_name: 'Tower' };
    assert.equal(sentence(eventOf('membership_removed', { detail })), 'Anna removed Wanda from the project Tower');
  });

  it('a sentence depends on how a session ended and whose it was', () => {
    assert.equal(sentence(eventOf('session_revoked', { ...ownAccount, detail: { by: 'logout' } })), 'Anna signed out');
    const revoked = { detail: { by: 'revoked' } };
    assert.equal(sentence(eventOf('session_revoked', { ...ownAccount, ...revoked })), 'Anna ended one of their sessions');
    assert.equal(sentence(eventOf('session_revoked', revoked)), 'Anna ended a session of Wanda');
  });

  it('a deleted account, which has no id any more, is still recognised as its own subject', () => {
    const deleted = { actor_id: '', subject_id: anna, subject_name: 'Anna' };
    assert.equal(sentence(eventOf('mfa_disabled', deleted)), 'Anna turned off two-factor authentication');
  });

  it('events without an actor name the system, the address or the recipient', () => {
    assert.equal(sentence(eventOf('backup_made', { ...withoutActor, subject_name: '' })), 'The system created a backup');
    assert.equal(sentence(eventOf('password_reset_issued', withoutActor)), 'A reset link was emailed to Wanda');
    const everything = { ...withoutActor, subject_type: '', subject_id: '', subject_name: '', detail: { by: 'a command' } };
    assert.equal(sentence(eventOf('session_revoked', everything)), 'The system ended all sessions of all accounts');
    assert.equal(sentence(eventOf('token_revoked', everything)), 'The system deleted all API tokens');
    const stranger = { ...withoutActor, subject_id: '', subject_name: '' };
    assert.equal(sentence(eventOf('login_failed', stranger)), 'Failed sign-in with an invalid email address');
    const network = { ...withoutActor, subject_type: 'limit', subject_name: '198.51.100.7', detail: { limit: 'login' } };
    assert.equal(sentence(eventOf('login_limited', network)), 'Too many sign-in attempts from 198.51.100.7 were blocked');
  });

  it('a name with braces is not taken for a placeholder', () => {
    const event = eventOf('user_disabled', { actor_name: '{subject}', subject_name: '<b>Wanda</b>' });
    assert.equal(sentence(event), '{subject} disabled <b>Wanda</b>');
  });

  it('an event that the console does not know is shown by its name', () => {
    assert.equal(sentence(eventOf('door_opened' as AuditEvent['event'])), 'Anna: door_opened Wanda');
  });

  it('details have words, without ids and without what the sentence contains', () => {
    const detail = { email: 'Wanda', reason: 'account disabled', session_id: anna, tickets: 3, role: 'worker', shape: 'round' };
    const texts = eventDetails(eventOf('login_failed', { detail }), de, messagesDe).map(({ label, text }) => `${label}: ${text}`);
    const backup = eventOf('backup_made', { detail: { file: 'a.backup', rows: 12, encrypted: false } });
    assert.deepEqual(
      eventDetails(backup, en, messagesEn).map(({ label, text }) => `${label}: ${text}`),
      ['File: a.backup', 'Rows: 12', 'Encrypted: no'],
    );
    const acting = {
      principal_id: anna,
      principal_name: 'Anna',
      detail: { scope: 'read', deputy_id: wanda, principal_id: anna },
    };
    assert.deepEqual(
      eventDetails(eventOf('grant_changed', acting), en, messagesEn).map(({ label, text }) => `${label}: ${text}`),
      ['Acting for: Anna', 'Access: Read only'],
    );
    assert.deepEqual(texts, ['Grund: Das Konto ist deaktiviert.', 'Gelöschte Aufträge: 3', 'Rolle: Handwerker', 'shape: round']);
  });
});

it('readFilters ignores filters of the audit log that the service would refuse', () => {
  const valid = { event: 'user_disabled', actor_id: anna, subject_id: '7', from: '2026-11-01', to: '2026-11-30' };
  assert.deepEqual(readFilters({ ...valid, other: 'x' }), valid);
  const invalid = { event: 'nothing', actor_id: 'me', subject_id: ' ', from: '2026-02-31', to: 'today' };
  assert.deepEqual(readFilters(invalid), {});
});

it('toQuery sends the days of the audit log as instants of the time zone, the last one included', () => {
  assert.deepEqual(toQuery({ event: 'user_disabled', from: '2026-11-01', to: '2026-11-01' }), {
    event: 'user_disabled',
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 2).toISOString(),
  });
});
