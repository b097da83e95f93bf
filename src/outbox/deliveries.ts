/** What may be told: the kinds of notices (spec section 6). */
export interface Notice {
  kind: 'reminder' | 'rule_ticket';
  ticket_id: number;
}

/**
 * What leaves the process, by queue. A delivery names what it is about; text, address and tokens
 * are made when it is sent, so that it tells the state of that moment and nothing secret waits
 * in the database.
 */
export interface Deliveries {
  messages: Notice;
  mails: never;
}
