import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BotApiError } from '../src/messenger/bot-api.ts';
import { Patience } from '../src/messenger/patience.ts';
import { Postponed } from '../src/outbox/deliver.ts';

// What is sent while a bot gets no answer. Pauses that are asked for: test/notices.test.ts.

const noAnswer = new BotApiError('sendMessage', 0, 'the server cannot be reached');

it('a bot that gets no answer is left alone in all its chats, and no other bot', () => {
  const patience = new Patience();
  patience.note(1, '10', noAnswer, 10_000);
  assert.throws(
    () => patience.requireFree(1, '11'),
    (error) => error instanceof Postponed && error.wait > 10_000,
  );
  patience.requireFree(2, '10');
});

it('a bot that fails at once keeps nobody waiting and is tried again', () => {
  const patience = new Patience();
  patience.note(1, '10', noAnswer, 0);
  patience.requireFree(1, '10');
});
