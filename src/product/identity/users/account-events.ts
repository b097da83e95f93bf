// Events that concern one account, for subscribers that may be there or not.

declare module '../../../platform/module/events.ts' {
  interface DomainEvents {
    webhook_disabled: Record<string, never>;
  }
}

/** What the queue of a subscriber gets when the service stops to send to a webhook. */
export interface WebhookDisabledPayload {
  kind: 'webhook_disabled';
  webhook_id: string;
  owner_id: string;
  /** host of its URL */
  host: string;
  /** distinguishes this time from an earlier one */
  disabled_at: string;
}
