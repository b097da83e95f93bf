import type { Bot, Sender } from './bot.ts';
import type { Chat } from './chats.ts';
import type { FakeFile } from './files.ts';
import { buttonsOf } from './messages.ts';

interface FileOptions {
  /** a message of the bot */
  replyTo?: number;
  /** the id that the files of an album share */
  album?: string;
}

/** A message of the bot as the person sees it now. */
export interface SeenMessage {
  id: number;
  text: string;
  buttons: string[];
  /** how often it was changed */
  edits: number;
}

/** A person in the private chat with a bot: what they do there, and what they see. */
export class Person {
  readonly #bot: Bot;
  readonly #chat: Chat;

  /** @param id of the person and of the chat */
  constructor(bot: Bot, id: number) {
    this.#bot = bot;
    this.#chat = bot.chats.has(id) ? bot.chats.get(id).chat : { id, type: 'private', first_name: `User ${id}` };
  }

  says(text: string): void {
    this.#bot.receiveMessage(this.#chat, text, { id: this.#chat.id });
  }

  /** Presses the button with this label, of the last message that has one. */
  presses(label: string): string {
    const { message, button } = this.#bot.messages.findButton(this.#chat.id, label);
    return this.pressesData(message.message_id, button.callback_data ?? '');
  }

  pressesData(messageId: number, data: string, from?: Sender): string {
    return this.#bot.receivePress(this.#chat, messageId, data, from);
  }

  /** @param messageId of the bot @returns the id of the reply */
  replies(messageId: number, text: string): number {
    return this.#bot.receiveContent(this.#chat, { text }, messageId);
  }

  sendsPhoto(file: FakeFile, { replyTo, album }: FileOptions = {}): number {
    const content = { ...this.#bot.photoOf(file), ...(album && { media_group_id: album }) };
    return this.#bot.receiveContent(this.#chat, content, replyTo);
  }

  sendsDocument(file: FakeFile & { name: string; type: string }, { replyTo, album }: FileOptions = {}): number {
    const document = { ...this.#bot.files.add(file), file_name: file.name, mime_type: file.type };
    return this.#bot.receiveContent(this.#chat, { document, ...(album && { media_group_id: album }) }, replyTo);
  }

  deletes(messageId: number): void {
    this.#bot.messages.remove(this.#chat.id, messageId);
  }

  /** The messages of the bot, oldest first. */
  sees(): SeenMessage[] {
    const inChat = this.#bot.messages.all.filter(({ chat }) => chat.id === this.#chat.id);
    return inChat.map(({ message_id: id, text, markup, edits }) => ({
      id,
      text,
      buttons: buttonsOf(markup).map((button) => button.text),
      edits,
    }));
  }

  /** The last message of the bot. */
  seesLast(): SeenMessage {
    const last = this.sees().at(-1);
    if (!last) throw new Error('the bot has sent nothing');
    return last;
  }

  /** What was shown at a pressed button; undefined: nothing yet. */
  seesAtButton(pressId: string): string | undefined {
    return this.#bot.messages.answers.find(({ id }) => id === pressId)?.text;
  }
}
