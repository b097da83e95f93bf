/** What clients are told (docs/rules.md, Notifications). */
export interface Notice {
  kind: 'reminder' | 'rule_ticket';
  ticket_id: number;
  /** of a reminder: the end of the span of waiting that it tells of */
  waited_until?: string;
}

/** What a bot answers to whoever wrote to it. */
export interface Answer {
  kind: 'answer';
  bot_id: number;
  chat_id: number;
  answer: 'welcome' | 'bound' | 'expired' | 'unknown' | 'bound_here' | 'not_bound' | 'stopped';
}

/** A mail to whoever asked for a new password. By address: whether there is an account is found when it is sent. */
export interface ResetMail {
  kind: 'password_reset';
  email_key: string;
}

/** A mail to somebody whose account was confirmed. */
export interface ConfirmationMail {
  kind: 'account_confirmed';
  user_id: string;
}

/**
 * What leaves the process, by queue. A delivery names what it is about; text, address and tokens
 * are made when it is sent, so that it tells the state of that moment and nothing secret waits
 * in the database.
 */
export interface Deliveries {
  messages: Notice;
  /** apart from the notices, which must not wait for them: anybody can write to a bot */
  answers: Answer;
  mails: ResetMail | ConfirmationMail;
}
