import { ApiError } from './http.ts';

// The chats of one bot and its permissions there, as in check_chat_access of Client.cpp.

export interface Chat {
  id: number;
  type: 'private' | 'group' | 'supergroup' | 'channel';
  username?: string;
  title?: string;
  first_name?: string;
}

/**
 * The member status of the bot in a chat. In a private chat `kicked` means that the user has blocked it. A
 * `restricted` bot has also left the chat.
 */
export type MemberStatus = 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';

interface KnownChat {
  chat: Chat;
  status: MemberStatus;
  migratedTo?: number;
}

type Access = 'read' | 'read members' | 'write';

const forbidden = (reason: string) => new ApiError(403, `Forbidden: ${reason}`);

function refusal({ chat, status, migratedTo }: KnownChat, access: Access): ApiError | undefined {
  if (chat.type === 'private') {
    if (access !== 'write') return undefined;
    return status === 'kicked' ? forbidden('bot was blocked by the user') : undefined;
  }
  if (chat.type === 'group' && access === 'read') return undefined;
  if (migratedTo !== undefined) {
    const parameters = { migrate_to_chat_id: migratedTo };
    return new ApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
  }
  if (status === 'kicked') return forbidden(`bot was kicked from the ${chat.type} chat`);
  // Every bot can read a chat with a public name.
  if (status === 'left' && (access === 'write' || !chat.username || chat.type === 'group')) {
    return forbidden(`bot is not a member of the ${chat.type} chat`);
  }
  if (chat.type === 'channel' && access === 'write' && status !== 'administrator') {
    return new ApiError(400, 'Bad Request: need administrator rights in the channel chat');
  }
  return undefined;
}

export class Chats {
  readonly #chats = new Map<number, KnownChat>();

  /** A bot can be in a channel as an administrator only. */
  add(chat: Chat, status: MemberStatus = chat.type === 'channel' ? 'administrator' : 'member'): void {
    this.#chats.set(chat.id, { chat, status });
  }

  /** @returns the chat itself, to be changed by the test */
  get(id: number): KnownChat {
    const known = this.#chats.get(id);
    if (!known) throw new Error(`the fake bot has no chat ${id}`);
    return known;
  }

  has(id: number): boolean {
    return this.#chats.has(id);
  }

  /** @returns the chat of an argument, if the bot may do this there */
  find(chatId: string, access: Access): KnownChat {
    if (chatId === '') throw new ApiError(400, 'Bad Request: chat_id is empty');
    const known = chatId.startsWith('@') ? this.#named(chatId.slice(1)) : this.#chats.get(Number(chatId));
    if (!known) throw new ApiError(400, 'Bad Request: chat not found');
    const refused = refusal(known, access);
    if (refused) throw refused;
    return known;
  }

  /** Users are not found by name, only supergroups and channels. */
  #named(name: string): KnownChat | undefined {
    return this.#chats
      .values()
      .filter(({ chat }) => chat.type === 'supergroup' || chat.type === 'channel')
      .find(({ chat }) => chat.username?.toLowerCase() === name.toLowerCase());
  }
}
