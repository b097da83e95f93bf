declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    mails: ResetMail | ConfirmationMail | PasswordChangedMail;
  }
}

/** A password reset that was requested for an address; the account is looked up when the mail is sent. */
export interface ResetMail {
  kind: 'password_reset';
  email_key: string;
}

/** Tells a user that the account was confirmed. */
export interface ConfirmationMail {
  kind: 'account_confirmed';
  user_id: string;
}

/** Tells a user that the own password was changed. */
export interface PasswordChangedMail {
  kind: 'password_changed';
  user_id: string;
}
