import { RetryLater } from '../../platform/deliveries/attempt-delivery.ts';
import type { BotApiError } from './bot-api.ts';

/**
 * From this number of paused chats on, the limit is taken for one of the bot instead of one of each chat, unless all of them are of one
 * tenant, which could bind chats that are limited anyway: then that tenant waits.
 */
const pausedChatsOfLimitedBot = 3;
const maxPauseMs = 3_600_000;
const pauseReason = 'the messenger asked for a pause';
/** A bot whose call got no response is not called again for so many times the duration of that call. */
const noResponseFactor = 6;
/** A postponed notification is sent at most 0.5 s after its pause, when the queue is polled next. */
const replyDelayMs = 5_000;

/** Notifications take precedence over replies. */
export type MessageKind = 'notification' | 'reply';

export interface ThrottledMessage {
  botId: number;
  chat: string;
  kind: MessageKind;
  /** of the receiver; default: nobody else's */
  tenant?: string;
}

interface Pause {
  /** by performance.now() */
  untilMs: number;
  /** with `tenant`: of the message for which the messenger asked for the pause */
  kind: MessageKind;
  tenant: string;
}

/**
 * Postpones messages of bots for which the messenger asked for a pause or does not respond. A 429 response does not
 * say whether the chat or the bot is limited, so a pause is for the chat, and for the whole bot as soon as several
 * chats of different tenants are paused. For notifications only pauses of notifications count: replies, which anybody
 * can cause, must not delay them.
 */
export class SendThrottle {
  readonly #pauses = new Map<number, Map<string, Pause>>();
  readonly #noResponseUntilMs = new Map<number, number>();

  /**
   * Checks whether a message may be sent now. For replies each pause is 5 s longer, so that the notifications that
   * waited for its end are sent first.
   * @throws RetryLater while the bot or the chat is paused
   */
  requireFree({ botId, chat, kind, tenant = chat }: ThrottledMessage): void {
    const now = performance.now();
    const noResponseUntilMs = this.#noResponseUntilMs.get(botId) ?? 0;
    if (noResponseUntilMs > now) throw new RetryLater(noResponseUntilMs - now, 'the messenger does not answer for this bot');
    const waitMs = this.#pauseMs({ botId, chat, kind, tenant }, now);
    if (waitMs > 0) throw new RetryLater(waitMs, pauseReason);
  }

  /** @returns how long a message has to wait; 0 or less: not at all */
  #pauseMs({ botId, chat, kind, tenant }: Required<ThrottledMessage>, now: number): number {
    const pauses = this.#pauses.get(botId);
    if (!pauses) return 0;
    for (const [name, { untilMs }] of pauses) if (untilMs + replyDelayMs <= now) pauses.delete(name);
    const delayMs = kind === 'reply' ? replyDelayMs : 0;
    const waitOf = ({ untilMs }: Pause): number => untilMs + delayMs - now;
    const chatPause = pauses.get(chat);
    if (chatPause && waitOf(chatPause) > 0) return waitOf(chatPause);
    const counted = [...pauses.values()].filter((pause) => kind === 'reply' || pause.kind === 'notification');
    const waiting = counted.filter((pause) => waitOf(pause) > 0);
    const tenants = new Set(waiting.map((pause) => pause.tenant));
    const isLimited = waiting.length >= pausedChatsOfLimitedBot && (tenants.size > 1 || tenants.has(tenant));
    return isLimited ? Math.min(...waiting.map(waitOf)) : 0;
  }

  /**
   * Records a failed call.
   * @param durationMs of the call
   * @throws RetryLater when the error asks for a pause
   */
  recordFailure(
    { botId, chat, kind, tenant = chat }: ThrottledMessage,
    { code, retryAfterSeconds }: BotApiError,
    durationMs: number,
  ): void {
    if (code === 0) this.#noResponseUntilMs.set(botId, performance.now() + durationMs * noResponseFactor);
    if (!retryAfterSeconds) return;
    const waitMs = Math.min(retryAfterSeconds * 1_000, maxPauseMs);
    const pauses = this.#pauses.get(botId) ?? new Map<string, Pause>();
    this.#pauses.set(botId, pauses.set(chat, { untilMs: performance.now() + waitMs, kind, tenant }));
    throw new RetryLater(waitMs + (kind === 'reply' ? replyDelayMs : 0), pauseReason);
  }
}
