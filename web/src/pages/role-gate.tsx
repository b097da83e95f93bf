import type { ReactNode } from 'react';
import { useMe } from '../session/store.ts';
import type { Role } from '../words/labels.ts';
import { NotFound } from './not-found.tsx';

/** A page that a role does not have is not there for it. */
export function RoleGate({ roles, children }: { roles: Role[]; children: ReactNode }) {
  return roles.includes(useMe().role) ? children : <NotFound />;
}
