import type { ReactNode } from 'react';
import type { Role } from '../contract/enums.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { NotFound } from './not-found.tsx';

/** A page that a role does not have is not there for it. */
export function RequireRole({ roles, children }: { roles: Role[]; children: ReactNode }) {
  return roles.includes(useCurrentUser().role) ? children : <NotFound />;
}
