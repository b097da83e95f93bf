declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    mails: ResetMail | ConfirmationMail;
  }
}

/** A mail to whoever asked for a new password. By address: whether there is an account is looked up when it is sent. */
export interface ResetMail {
  kind: 'password_reset';
  email_key: string;
}

/** A mail to somebody whose account was confirmed. */
export interface ConfirmationMail {
  kind: 'account_confirmed';
  user_id: string;
}
