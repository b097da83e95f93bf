/** Sends a server-sent event to one connected console. */
type Send = (event: string, data: object) => void;

/** The consoles that are connected to this process (docs/api.md, Live updates), by account. */
export class LiveConnections {
  readonly #byAccount = new Map<string, Set<Send>>();
  readonly #ticketListeners = new Set<(ticketId?: number) => void>();

  /** @returns removes it */
  add(accountId: string, send: Send): () => void {
    const sends = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, sends.add(send));
    return () => {
      sends.delete(send);
      if (sends.size === 0 && this.#byAccount.get(accountId) === sends) this.#byAccount.delete(accountId);
    };
  }

  /** @param accountId undefined: all accounts */
  send(accountId: string | undefined, event: string, data: object): void {
    const connected = accountId === undefined ? [...this.#byAccount.values()] : [this.#byAccount.get(accountId) ?? []];
    for (const sends of connected) for (const send of sends) send(event, data);
  }

  /** @param listener gets each ticket of ticketChanged() */
  onTicketChanged(listener: (ticketId?: number) => void): void {
    this.#ticketListeners.add(listener);
  }

  /** Something about a ticket changed that its journal does not record. @param ticketId undefined: of any ticket */
  ticketChanged(ticketId?: number): void {
    for (const listener of this.#ticketListeners) listener(ticketId);
  }
}
