import { Postponed } from '../outbox/deliver.ts';
import type { BotApiError } from './bot-api.ts';

/** More chats than this at once: it is the bot that was asked to wait, not each of them. */
const busyChats = 3;
const longestWait = 3_600_000;
const reason = 'the messenger asked for a pause';
/** A bot whose calls get no answer is left alone for so many times what they took, and no answer takes long. */
const silence = 6;

/**
 * Whom to leave alone, and for how long.
 * A bot that gets no answer: messages go one at a time, so each wait for it is everybody's.
 * A chat for which the messenger asks for a pause. It counts by chat, by group and by bot and does
 * not say which of them was too much: the pause holds for the chat, and for the whole bot as soon as
 * several of its chats are paused.
 */
export class Patience {
  readonly #until = new Map<number, Map<string, number>>();
  readonly #silentUntil = new Map<number, number>();

  /** @throws Postponed */
  requireFree(bot: number, chat: string): void {
    const now = performance.now();
    const silent = this.#silentUntil.get(bot) ?? 0;
    if (silent > now) throw new Postponed(silent - now, 'the messenger does not answer for this bot');
    const chats = this.#until.get(bot);
    if (!chats) return;
    for (const [name, until] of chats) if (until <= now) chats.delete(name);
    const own = chats.get(chat);
    if (own !== undefined) throw new Postponed(own - now, reason);
    if (chats.size >= busyChats) throw new Postponed(Math.min(...chats.values()) - now, reason);
  }

  /** @param took milliseconds @throws Postponed when the error asks for a pause */
  note(bot: number, chat: string, { code, retryAfter }: BotApiError, took: number): void {
    if (code === 0) this.#silentUntil.set(bot, performance.now() + took * silence);
    if (!retryAfter) return;
    const wait = Math.min(retryAfter * 1_000, longestWait);
    const chats = this.#until.get(bot) ?? new Map<string, number>();
    this.#until.set(bot, chats.set(chat, performance.now() + wait));
    throw new Postponed(wait, reason);
  }
}
