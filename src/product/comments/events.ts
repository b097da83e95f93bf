declare module '../../platform/capability/events.ts' {
  interface DomainEvents {
    comment_added: Record<string, never>;
  }
}

/** What the queue of a subscriber gets for a comment. */
export interface CommentAddedPayload {
  kind: 'comment_added';
  ticket_id: number;
  comment_id: number;
  author_id: string;
  author_name: string;
  text: string;
}
