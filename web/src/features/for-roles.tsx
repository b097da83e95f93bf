import type { FunctionComponent } from 'react';
import type { Role } from '../contract/enums.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { NotFound } from '../ui/not-found.tsx';

/** @returns a page that some roles see, and the others as "not found" */
export const forRoles = <Props extends object>(roles: Role[], Page: FunctionComponent<Props>) =>
  function PageForRoles(props: Props) {
    return roles.includes(useCurrentUser().role) ? <Page {...props} /> : <NotFound />;
  };
