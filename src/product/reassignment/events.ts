declare module '../../platform/capability/events.ts' {
  interface DomainEvents {
    hand_back: Record<string, never>;
  }
}

/** What the queue of a subscriber gets when a worker hands a ticket back. */
export interface HandBackPayload {
  kind: 'hand_back';
  ticket_id: number;
  hand_back_id: number;
}
