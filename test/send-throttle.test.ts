import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BotApiError } from '../src/outbound/messenger/bot-api.ts';
import { type MessageKind, SendThrottle } from '../src/outbound/messenger/send-throttle.ts';
import { RetryLater } from '../src/platform/deliveries/attempt-delivery.ts';

// What is sent while a bot gets no answer or is asked to pause. Through the queues: test/messenger-notifications.test.ts.

const noAnswer = new BotApiError('sendMessage', 0, 'the server cannot be reached');
const tooMany = new BotApiError('sendMessage', 429, 'Too Many Requests: retry after 30', 30);

/** @returns for how many milliseconds a call postpones its message; 0: it does not */
function postponedMs(call: () => void): number {
  try {
    call();
    return 0;
  } catch (error) {
    assert(error instanceof RetryLater);
    return error.delayMs;
  }
}
const waitMs = (throttle: SendThrottle, kind: MessageKind, chat: string) =>
  postponedMs(() => throttle.requireFree({ botId: 1, chat, kind }));
const pause = (throttle: SendThrottle, kind: MessageKind, chats: string[]): number[] =>
  chats.map((chat) => postponedMs(() => throttle.recordFailure({ botId: 1, chat, kind }, tooMany, 10)));

it('SendThrottle postpones all messages of a bot whose calls get no response, and none of other bots', () => {
  const throttle = new SendThrottle();
  throttle.recordFailure({ botId: 1, chat: '10', kind: 'notification' }, noAnswer, 10_000);
  assert(waitMs(throttle, 'notification', '11') > 10_000);
  assert(waitMs(throttle, 'reply', '11') > 10_000);
  throttle.requireFree({ botId: 2, chat: '10', kind: 'notification' });
});

it('SendThrottle postpones nothing for a bot whose calls fail at once', () => {
  const throttle = new SendThrottle();
  throttle.recordFailure({ botId: 1, chat: '10', kind: 'notification' }, noAnswer, 0);
  throttle.requireFree({ botId: 1, chat: '10', kind: 'notification' });
  throttle.requireFree({ botId: 1, chat: '10', kind: 'reply' });
});

it('SendThrottle postpones messages to a paused chat only, until three chats are paused', () => {
  const throttle = new SendThrottle();
  pause(throttle, 'notification', ['10', '11']);
  assert(waitMs(throttle, 'notification', '10') > 0);
  assert.equal(waitMs(throttle, 'notification', '13'), 0);
  pause(throttle, 'notification', ['12']);
  assert(waitMs(throttle, 'notification', '13') > 0);
});

it('SendThrottle delays replies longer than notifications after a pause of the bot', () => {
  const throttle = new SendThrottle();
  pause(throttle, 'notification', ['10', '11', '12']);
  for (const chat of ['10', '13']) {
    const notificationMs = waitMs(throttle, 'notification', chat);
    assert(notificationMs > 0 && notificationMs <= 30_000);
    assert(waitMs(throttle, 'reply', chat) > notificationMs + 4_000, 'notifications are postponed by whole seconds');
  }
});

it('SendThrottle delays replies for a moment after a pause that has ended for notifications', (t) => {
  const throttle = new SendThrottle();
  pause(throttle, 'notification', ['10', '11', '12']);
  const later = performance.now() + 30_001;
  t.mock.method(performance, 'now', () => later);
  assert.equal(waitMs(throttle, 'notification', '13'), 0);
  assert(waitMs(throttle, 'reply', '13') > 0);
  assert(waitMs(throttle, 'reply', '10') > 0);
  t.mock.method(performance, 'now', () => later + 5_000);
  assert.equal(waitMs(throttle, 'reply', '13'), 0);
  assert.equal(waitMs(throttle, 'reply', '10'), 0);
});

it('SendThrottle postpones no notification because of pauses of replies to other chats', () => {
  const throttle = new SendThrottle();
  const [firstMs = 0] = pause(throttle, 'reply', ['10', '11', '12', '13']);
  assert(firstMs > 30_000, 'the reply itself waits longer as well');
  assert(waitMs(throttle, 'reply', '14') > 0);
  assert.equal(waitMs(throttle, 'notification', '14'), 0);
  assert(waitMs(throttle, 'notification', '10') > 0, 'the chat itself is paused for both');
});

it('SendThrottle lets paused chats of one tenant postpone no messages of others', () => {
  const throttle = new SendThrottle();
  const message = (chat: string, tenant: string) => ({ botId: 1, chat, kind: 'notification', tenant }) as const;
  for (const chat of ['10', '11', '12', '13']) postponedMs(() => throttle.recordFailure(message(chat, 'anna'), tooMany, 10));
  assert(postponedMs(() => throttle.requireFree(message('14', 'anna'))) > 0);
  throttle.requireFree(message('20', 'bert'));
  postponedMs(() => throttle.recordFailure(message('20', 'bert'), tooMany, 10));
  assert(postponedMs(() => throttle.requireFree(message('30', 'clara'))) > 0, 'the bot is limited when chats of two tenants are');
});
