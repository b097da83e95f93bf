import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, OneOf, PageOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';
import { Profile } from '../../identity/users/schemas.ts';
import { memberStatuses } from './tables.ts';

export const ProjectWorker = Type.Object(
  {
    ...Profile.properties,
    status: OneOf(memberStatuses),
    expires_at: Type.Optional({ ...Timestamp, description: 'While an invitation is open: when it ends.' }),
    responded_at: Type.Optional({ ...Timestamp, description: 'When the worker accepted or declined.' }),
  },
  { title: 'ProjectWorker' },
);
export type ProjectWorker = Static<typeof ProjectWorker>;

export const ProjectInvitation = Type.Object(
  {
    project_id: Id,
    project_name: Type.String(),
    client_name: Type.String(),
    invited_by: Type.String({ description: 'Empty when the account was deleted.' }),
    invited_by_name: Type.String(),
    invited_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'ProjectInvitation' },
);
export type ProjectInvitation = Static<typeof ProjectInvitation>;

export const ProjectWorkerPage = PageOf(ProjectWorker);
export const ProjectInvitationPage = PageOf(ProjectInvitation);

export const InviteWorker = Type.Object({ worker_id: Uuid }, { title: 'InviteWorker' });
export const Invitation = Type.Object(
  { ok: Type.Boolean(), status: OneOf(['invited']), expires_at: Timestamp },
  { title: 'Invitation' },
);

export const MemberParams = Type.Object({ id: Id, worker_id: Uuid });

export const MemberQuery = Type.Object(pageParameters(['name', 'created_at', 'email', 'id'], 'name'));
export type MemberQuery = Static<typeof MemberQuery>;

export const InvitationQuery = Type.Object(pageParameters(['invited_at', 'expires_at', 'project_name'], 'invited_at'));
export type InvitationQuery = Static<typeof InvitationQuery>;

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
