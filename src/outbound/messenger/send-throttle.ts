import { RetryLater } from '../../platform/deliveries/deliver.ts';
import type { BotApiError } from './bot-api.ts';

/** From so many paused chats on, the bot itself is taken to be limited, not each of its chats. */
const pausedChatsOfLimitedBot = 3;
const maxPauseMs = 3_600_000;
const pauseReason = 'the messenger asked for a pause';
/** A bot whose call got no answer is not called again for so many times what the call took. */
const unansweredFactor = 6;
/** A postponed notice is sent at most 0.5 s after its pause, when the queue is polled next. */
const answerDelayMs = 5_000;

/** Notices are sent before answers to whoever writes to a bot. */
export type MessageKind = 'notice' | 'answer';

interface Pause {
  /** on the clock of performance.now() */
  untilMs: number;
  /** what was being sent when the messenger asked for the pause */
  kind: MessageKind;
}

/**
 * Postpones messages of bots that the messenger has asked to wait, or for which it does not answer.
 * With 429 the messenger does not say whether the chat or the bot sent too much: the pause holds for
 * the chat, and for the whole bot as soon as several of its chats are paused. Notices count only the
 * chats in which a notice was refused, so that nobody who writes to a bot can hold them up.
 */
export class SendThrottle {
  readonly #pauses = new Map<number, Map<string, Pause>>();
  readonly #unansweredUntilMs = new Map<number, number>();

  /**
   * Checks whether a message may be sent now. Answers treat each pause as 5 s longer: the notices that
   * waited for its end go first.
   * @throws RetryLater until the bot and the chat are free
   */
  requireFree(botId: number, chat: string, kind: MessageKind): void {
    const now = performance.now();
    const unansweredUntilMs = this.#unansweredUntilMs.get(botId) ?? 0;
    if (unansweredUntilMs > now) throw new RetryLater(unansweredUntilMs - now, 'the messenger does not answer for this bot');
    const waitMs = this.#pauseMs(botId, chat, kind, now);
    if (waitMs > 0) throw new RetryLater(waitMs, pauseReason);
  }

  /** @returns milliseconds for which a message has to wait; 0 or less: none */
  #pauseMs(botId: number, chat: string, kind: MessageKind, now: number): number {
    const pauses = this.#pauses.get(botId);
    if (!pauses) return 0;
    for (const [name, { untilMs }] of pauses) if (untilMs + answerDelayMs <= now) pauses.delete(name);
    const delayMs = kind === 'answer' ? answerDelayMs : 0;
    const waitOf = ({ untilMs }: Pause): number => untilMs + delayMs - now;
    const ofChat = pauses.get(chat);
    if (ofChat && waitOf(ofChat) > 0) return waitOf(ofChat);
    const counted = [...pauses.values()].filter((pause) => kind === 'answer' || pause.kind === 'notice');
    const waits = counted.map(waitOf).filter((waitMs) => waitMs > 0);
    return waits.length >= pausedChatsOfLimitedBot ? Math.min(...waits) : 0;
  }

  /**
   * Records a failed call.
   * @param tookMs how long the call took
   * @throws RetryLater when the error asks for a pause
   */
  recordFailure(botId: number, chat: string, kind: MessageKind, { code, retryAfter }: BotApiError, tookMs: number): void {
    if (code === 0) this.#unansweredUntilMs.set(botId, performance.now() + tookMs * unansweredFactor);
    if (!retryAfter) return;
    const waitMs = Math.min(retryAfter * 1_000, maxPauseMs);
    const pauses = this.#pauses.get(botId) ?? new Map<string, Pause>();
    this.#pauses.set(botId, pauses.set(chat, { untilMs: performance.now() + waitMs, kind }));
    throw new RetryLater(waitMs + (kind === 'answer' ? answerDelayMs : 0), pauseReason);
  }
}
