import type { ImapFlow } from 'imapflow';
import type { IntakeOptions } from '../../../platform/config/config.ts';
import type { MailboxRef } from './record.ts';

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** Mails above that are not read. */
const maxBytes = 25 * 1024 * 1024;

/** A message as it is in the mailbox; without its source when it is too large. */
export interface StoredMessage {
  /** the address of From; empty without one */
  from: string;
  subject: string;
  receivedAt: Date | undefined;
  source: Buffer | undefined;
}

/** A folder of an IMAP server. Messages that are not marked as seen are new. */
export class Mailbox {
  readonly #client: ImapFlow;
  /** of which the messages are */
  readonly ref: MailboxRef;

  private constructor(client: ImapFlow, ref: MailboxRef) {
    this.#client = client;
    this.ref = ref;
  }

  /** Connects and opens the folder. @throws Error when that is not possible, without the password */
  static async open({ host, port, secure, user, password, folder }: IntakeOptions): Promise<Mailbox> {
    // Imported where mail is read only: it takes memory.
    const { ImapFlow } = await import('imapflow');
    const isLocal = isLoopback(host);
    const client = new ImapFlow({
      host,
      port,
      secure,
      auth: { user, pass: password },
      // A password is sent over TLS only, except on loopback.
      ...(!secure && !isLocal && { doSTARTTLS: true }),
      // Certificates are not verified on loopback: local servers use self-signed ones.
      tls: { rejectUnauthorized: !isLocal },
      logger: false,
      disableAutoIdle: true,
      ...timeoutsMs,
    });
    client.on('error', () => {}); // the operation under way fails with it, and without a listener the process would end
    try {
      await client.connect();
      const { uidValidity } = await client.mailboxOpen(folder);
      return new Mailbox(client, { mailbox: `${user}@${host}/${folder}`, uidValidity: Number(uidValidity) });
    } catch (error) {
      client.close();
      throw new Error(describe(error), { cause: error });
    }
  }

  /** @returns the UIDs of the new messages, in the order in which they came @throws Error the server refuses */
  async listNew(): Promise<number[]> {
    const uids = await this.#client.search({ seen: false, deleted: false }, { uid: true });
    // Otherwise a mailbox that cannot be searched would look like an empty one.
    if (!uids) throw new Error('the mail server refuses to search the folder');
    return [...uids].sort((a, b) => a - b);
  }

  /** Reads a message without marking it. @returns undefined: it was removed meanwhile */
  async read(uid: number): Promise<StoredMessage | undefined> {
    const head = await this.#client.fetchOne(
      String(uid),
      { uid: true, size: true, envelope: true, internalDate: true },
      { uid: true },
    );
    if (!head) return undefined;
    const { size = 0, envelope, internalDate } = head;
    const isTooLarge = size > maxBytes;
    const message = isTooLarge ? undefined : await this.#client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
    if (!isTooLarge && !message) return undefined;
    return {
      from: envelope?.from?.[0]?.address ?? '',
      subject: envelope?.subject ?? '',
      receivedAt: internalDate === undefined ? undefined : new Date(internalDate),
      source: (message || undefined)?.source,
    };
  }

  /** Marks a message as seen: it is not new any more. @throws Error the server refuses, such as in a folder that can only be read */
  async markSeen(uid: number): Promise<void> {
    const isMarked = await this.#client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    // Otherwise the message would be handled again after its row in intake_messages is deleted.
    if (!isMarked) throw new Error('the mail server does not mark messages of the folder as seen');
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    await this.#client.logout().catch(() => this.#client.close());
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** What the library has as its message is often only "Command failed"; the answer of the server says why. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const answer = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : '';
  return answer === '' ? error.message : `${error.message}: ${answer}`;
}
