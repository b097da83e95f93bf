import type { Role } from '../security/roles.ts';

/** Sends a server-sent event to one connected console. */
export type Send = (event: string, data: object) => void;

/** Gets a ticket that changed; undefined: any ticket. */
type TicketListener = (ticketId: number | undefined, onlyInternal: boolean) => void;

/** The account of a console. */
interface Account {
  id: string;
  role: Role;
}

/** The consoles that are connected to this process (docs/api.md, Live updates), by account. */
export class LiveConnections {
  readonly #byAccount = new Map<string, Set<Send>>();
  readonly #ofAdmins = new Set<Send>();
  readonly #ticketListeners = new Set<TicketListener>();
  readonly #actingListeners = new Set<(senderId?: string) => void>();

  /** @returns removes it */
  add({ id: accountId, role }: Account, send: Send): () => void {
    if (role === 'admin') this.#ofAdmins.add(send);
    const sends = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, sends.add(send));
    return () => {
      this.#ofAdmins.delete(send);
      sends.delete(send);
      if (sends.size === 0 && this.#byAccount.get(accountId) === sends) this.#byAccount.delete(accountId);
    };
  }

  /** @param accountId undefined: all accounts */
  send(accountId: string | undefined, event: string, data: object): void {
    const connected = accountId === undefined ? [...this.#byAccount.values()] : [this.#byAccount.get(accountId) ?? []];
    for (const sends of connected) for (const send of sends) send(event, data);
  }

  /** Sends an event to all admins. */
  sendToAdmins(event: string, data: object): void {
    for (const send of this.#ofAdmins) send(event, data);
  }

  /** @param listener gets each ticket of ticketChanged() */
  onTicketChanged(listener: TicketListener): void {
    this.#ticketListeners.add(listener);
  }

  /** @param listener gets each account of actingRightsChanged() */
  onActingRightsChanged(listener: (senderId?: string) => void): void {
    this.#actingListeners.add(listener);
  }

  /** An account may not act for another one any more. @param senderId undefined: any account */
  actingRightsChanged(senderId?: string): void {
    for (const listener of this.#actingListeners) listener(senderId);
  }

  /**
   * Something about a ticket changed that its journal does not record.
   * @param ticketId undefined: of any ticket
   * @param onlyInternal it is only for those who read internal comments
   */
  ticketChanged(ticketId?: number, onlyInternal = false): void {
    for (const listener of this.#ticketListeners) listener(ticketId, onlyInternal);
  }
}
