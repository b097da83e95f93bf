import type { ReactNode } from 'react';
import type { Role } from '../contract/enums.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { NotFound } from '../ui/not-found.tsx';

/** Shows a page to some roles only, and "not found" to the others. */
export function RequireRole({ roles, children }: { roles: Role[]; children: ReactNode }) {
  return roles.includes(useCurrentUser().role) ? children : <NotFound />;
}
