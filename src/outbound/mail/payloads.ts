import type { RequestOrigin } from '../../platform/audit/audit-log.ts';
import type { ReporterStep } from '../../product/tickets/reporter-mails.ts';

declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    mails:
      | ResetMail
      | ConfirmationMail
      | PasswordChangedMail
      | AccountEnabledMail
      | TwoFactorResetMail
      | PasskeyMail
      | AccountInvitationMail
      | GrantInvitationMail
      | ReportConfirmationMail
      | ReportStepMail;
  }
}

/** A password reset that was requested for an address; the account is looked up when the mail is sent. */
export interface ResetMail {
  kind: 'password_reset';
  /** the address as it was typed, in the form of formerEmailKey() */
  email_key: string;
  /** of the request, for the audit log */
  origin?: RequestOrigin;
}

/** Notifies a user that the account was confirmed. */
export interface ConfirmationMail {
  kind: 'account_confirmed';
  user_id: string;
}

/** Asks somebody to set the password of the account that was created for them. */
export interface AccountInvitationMail {
  kind: 'account_invitation';
  user_id: string;
}

/** Notifies a user that the own password was changed. */
export interface PasswordChangedMail {
  kind: 'password_changed';
  user_id: string;
}

/** Notifies a user that an admin switched two-factor authentication off for the account. */
export interface TwoFactorResetMail {
  kind: 'two_factor_reset';
  user_id: string;
}

/** Notifies a user that a passkey was added to the account, or that an admin removed all of them. */
export interface PasskeyMail {
  kind: 'passkey_added' | 'passkeys_removed';
  user_id: string;
}

/** Invites an address to act for a client. */
export interface GrantInvitationMail {
  kind: 'grant_invitation';
  grant_id: string;
}

/** Asks somebody who has reported a problem without an account whether mails may be sent to the address. */
export interface ReportConfirmationMail {
  kind: 'report_confirmation';
  report_id: string;
}

/** Notifies whoever reported a problem without an account of its state. */
export type ReportStepMail = { kind: 'report_step'; report_id: string } & ReporterStep;

/** Notifies an admin that an account is enabled again that this admin had disabled. */
export interface AccountEnabledMail {
  kind: 'account_enabled';
  /** the recipient */
  admin_id: string;
  user_id: string;
  enabled_by: string;
}
