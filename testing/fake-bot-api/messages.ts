import { randomInt } from 'node:crypto';
import type { Chat } from './chats.ts';
import { ApiError } from './http.ts';
import type { InlineButton, Markup } from './markup.ts';

// The messages of one bot, which it edits, and the presses of their buttons, which it answers.

export interface BotMessage {
  message_id: number;
  date: number;
  chat: Chat;
  text: string;
  markup: Markup | undefined;
  /** how often it was changed */
  edits: number;
}

/** What the person sees who pressed a button. */
export interface ButtonAnswer {
  id: string;
  text: string;
}

const notModified =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

export class Messages {
  readonly all: BotMessage[] = [];
  readonly answers: ButtonAnswer[] = [];
  /** presses that wait for an answer */
  readonly #presses = new Set<string>();

  add(message: Omit<BotMessage, 'edits'>): void {
    this.all.push({ ...message, edits: 0 });
  }

  find(chatId: number, messageId: number): BotMessage | undefined {
    return this.all.find(({ chat, message_id }) => chat.id === chatId && message_id === messageId);
  }

  /** The user deletes a message for both sides. */
  remove(chatId: number, messageId: number): void {
    const index = this.all.findIndex(({ chat, message_id }) => chat.id === chatId && message_id === messageId);
    this.all.splice(index, 1);
  }

  edit(chatId: number, messageId: number, text: string, markup: Markup | undefined): BotMessage {
    const message = this.find(chatId, messageId);
    if (!message) throw new ApiError(400, 'Bad Request: message to edit not found');
    // Only messages without a keyboard, or with an inline one, can be changed.
    if (message.markup?.force_reply) throw new ApiError(400, "Bad Request: message can't be edited");
    if (message.text === text && JSON.stringify(message.markup) === JSON.stringify(markup)) {
      throw new ApiError(400, `Bad Request: ${notModified}`);
    }
    message.text = text;
    message.markup = markup;
    message.edits++;
    return message;
  }

  /** @returns the last message in the chat with such a button */
  findButton(chatId: number, label: string): { message: BotMessage; button: InlineButton } {
    const message = this.all.findLast(
      ({ chat, markup }) => chat.id === chatId && buttonsOf(markup).some(({ text }) => text === label),
    );
    const button = buttonsOf(message?.markup).find(({ text }) => text === label);
    if (!message || !button) throw new Error(`the chat ${chatId} has no button ${label}`);
    return { message, button };
  }

  /** @returns the id of a press */
  press(): string {
    const id = String(randomInt(2 ** 47));
    this.#presses.add(id);
    return id;
  }

  /** The time for answers is over. */
  expirePresses(): void {
    this.#presses.clear();
  }

  answer(id: string, text: string): true {
    if (!this.#presses.delete(id)) {
      throw new ApiError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
    }
    if ([...text].length > 200) throw new ApiError(400, 'Bad Request: MESSAGE_TOO_LONG');
    this.answers.push({ id, text });
    return true;
  }
}

export const buttonsOf = (markup: Markup | undefined): InlineButton[] => markup?.inline_keyboard?.flat() ?? [];
