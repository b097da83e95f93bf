import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeText } from '../../src/outbound/notifications/compose.ts';
import { titleOf } from '../../src/outbound/notifications/event-messages.ts';
import type { NotificationEvent } from '../../src/outbound/notifications/kinds.ts';
import { replyTo } from '../../src/outbound/notifications/mail-channel.ts';
import { renderNotificationMail } from '../../src/outbound/notifications/mail-template.ts';
import type { NotificationParams } from '../../src/outbound/notifications/params.ts';
import { notificationTextsIn } from '../../src/outbound/notifications/texts/texts.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import type { Language } from '../../src/platform/lib/languages.ts';

const consoleUrl = 'https://callout.example.com/app/';
const settings = `${consoleUrl}notifications`;

interface Item {
  event: NotificationEvent;
  params: NotificationParams;
}

function mailOf(language: Language, ...written: Item[]) {
  const texts = notificationTextsIn(language);
  const items = written.map((one) => ({
    ...one,
    id: 1,
    user_id: '',
    ticket_id: 42,
    project_id: null,
    report_id: null,
    created_at: '',
    timezone: 'UTC',
  }));
  return renderNotificationMail(
    texts,
    language,
    items.map((item) => composeText(texts, item, consoleUrl)),
    { settings, branding: { name: 'Callout', color: undefined, logo: undefined } },
  );
}

const rejected: Item = {
  event: 'ticket_rejected',
  params: { title: 'The lift stops', object_name: 'Lobby', actor_name: 'anna', reason: 'It still stops', priority: 'high' },
};

describe('a mail about a notification', () => {
  it('says what happened, why, where and how to open it', () => {
    const { subject, text, html } = mailOf('en', rejected);
    assert.equal(subject, 'Needs rework: The lift stops');
    assert.equal(
      text,
      `Needs rework: The lift stops\nanna has sent the work back.\nReason: It still stops\nHigh priority\nLobby · #42\n${consoleUrl}tickets/42\n\n-- \n${notificationTextsIn('en').settings}\n${settings}\n`,
    );
    assert.match(html, /<h1[^>]*>The lift stops<\/h1>/);
    assert.match(html, /<a href="https:\/\/callout\.example\.com\/app\/tickets\/42"[^>]*>Open<\/a>/);
    assert.match(html, /prefers-color-scheme:dark/);
  });

  it('shows texts of people as they are', () => {
    const title = '<img src=x onerror="alert(1)"> & co';
    const { html } = mailOf('en', { event: 'ticket_available', params: { title, object_name: '</td>', actor_name: '' } });
    assert(!html.includes('<img') && html.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; co'));
    assert.equal(html.match(/<\/td>/g)?.length, html.match(/<td/g)?.length);
  });

  it('of several things is a list under their number', () => {
    const { subject, html } = mailOf('de', rejected, {
      event: 'ticket_confirmed',
      params: { title: 'Lampe', actor_name: 'anna' },
    });
    assert.equal(subject, '2 Mitteilungen');
    assert.match(html, /<html lang="de">/);
    assert.deepEqual(
      [...html.matchAll(/<h[12][^>]*>(.*?)<\/h/g)].map(([, heading]) => heading),
      ['2 Mitteilungen', 'The lift stops', 'Lampe'],
    );
  });

  it('about a job that was not accepted in time has another subject than one about late work', () => {
    for (const language of ['en', 'de', 'pl'] as const) {
      for (const event of ['due_soon', 'overdue'] as const) {
        const subjects = (['take', 'finish'] as const).map(
          (deadline) => mailOf(language, { event, params: { title: 'Lamp', deadline } }).subject,
        );
        assert.notEqual(subjects[0], subjects[1], event);
      }
    }
  });

  it('in Polish says of finished work that it is done, not that somebody is doing it', () => {
    for (const actor_name of ['Wanda', '']) {
      const { text } = mailOf('pl', { event: 'ticket_done', params: { title: 'Lampa', actor_name } });
      assert.match(text, /\bwykonana\b/);
      assert(text.includes(actor_name));
    }
  });

  it('sets names apart that are written from right to left, and leaves out what reverses the words after them', () => {
    const params = { title: 'a\u202Eb', actor_name: 'محمد', object_name: 'Lobby' };
    const { text } = mailOf('en', { event: 'ticket_started', params });
    assert.match(text, /^Work has started: ab\n\u2068محمد\u2069 has started to work on it\.\n/);
  });
});

describe('titleOf()', () => {
  it('is the first line, and ends with an ellipsis where it is cut', () => {
    assert.equal(titleOf('The lift stops \nsince Monday'), 'The lift stops');
    assert.equal(titleOf('🛗'.repeat(121)), `${'🛗'.repeat(120)}…`);
    assert.equal(titleOf('🛗'.repeat(120)), '🛗'.repeat(120));
  });
});

describe('the address for replies', () => {
  it('is in mails about one ticket, and not in those about internal comments, whose answer the client would read', () => {
    const imap = { IMAP_HOST: 'mail.example.com', IMAP_USER: 'callout', IMAP_PASSWORD: 'secret' };
    const config = loadConfig({ JWT_SECRET: 'one secret', ...imap, INTAKE_ADDRESS: 'callout@example.com' });
    const params = { title: 'Lamp', object_name: 'Lobby', actor_name: 'root', priority: 'normal' };
    const hasAddress = (event: NotificationEvent, comment?: string): boolean =>
      'Reply-To' in replyTo(config, 'wanda', [{ event, ticket_id: 42, params: { ...params, ...(comment && { comment }) } }]);
    assert.deepEqual(
      [hasAddress('ticket_assigned'), hasAddress('comment_added', 'On Monday'), hasAddress('comment_added')],
      [true, true, false],
    );
  });
});
