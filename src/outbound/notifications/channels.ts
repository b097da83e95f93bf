/** Beside the inbox of the console, which has everything. */
export const channels = ['messenger', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** `waiting`: for the end of quiet hours or the digest; `queued`: handed to its channel */
export type SendState = 'waiting' | 'queued' | 'sent' | 'dropped' | 'failed';

/**
 * Why a send waits, was dropped or failed; the console has words for each. When the last attempt failed, the reason is the error
 * of the channel instead.
 */
export const sendReasons = [
  'quiet_hours',
  'digest',
  'not_true',
  'read',
  'newer_of_ticket',
  'turned_off',
  'disabled',
  'no_chat',
  'no_mail',
  'no_browser',
  'rejected',
  'given_up',
] as const;
export type SendReason = (typeof sendReasons)[number];
