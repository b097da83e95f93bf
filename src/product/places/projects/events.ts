declare module '../../../platform/module/events.ts' {
  interface DomainEvents {
    object_changed: Record<string, never>;
    project_deleted: Record<string, never>;
  }
}

/** What the queue of a subscriber gets when an object is created or changed. */
export interface ObjectChangedPayload {
  kind: 'object_changed';
  object_id: number;
  change: 'created' | 'changed';
}

/** What the queue of a subscriber gets when a project is deleted with all that is in it. */
export interface ProjectDeletedPayload {
  kind: 'project_deleted';
  project_id: number;
  project_name: string;
  client_id: string;
}
