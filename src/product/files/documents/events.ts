declare module '../../../platform/module/events.ts' {
  interface DomainEvents {
    document_expiring: Record<string, never>;
  }
}

/** What the queue of a subscriber gets when a document expires soon, and on the day on which it does. */
export interface DocumentExpiringPayload {
  kind: 'document_expiring';
  document_id: number;
  object_id: number;
  /** `first`: 30 days before; `last`: on the day */
  notice: 'first' | 'last';
  /** such as 2027-05-31; the document may have another day by now */
  expires_on: string;
}
