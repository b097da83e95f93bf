declare module '../../../platform/module/events.ts' {
  interface DomainEvents {
    invitation: Record<string, never>;
  }
}

/** What the queue of a subscriber gets when a worker is invited to a project. */
export interface InvitationPayload {
  kind: 'invitation';
  project_id: number;
  worker_id: string;
  actor_id: string;
  /** distinguishes this invitation from an earlier one to the same project */
  expires_at: string;
}
