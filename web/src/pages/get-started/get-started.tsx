import { principal } from '../../session/acting.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useHidden } from './use-hidden.ts';

/** With its dialogs it is loaded only for whoever still needs it. */
const RoleSteps = lazyPart(async () => (await import('./role-steps.tsx')).RoleSteps);

/** The first steps of a client or an admin, until they are done or hidden; not of somebody else. */
export function GetStarted() {
  const [isHidden, hide] = useHidden();
  if (isHidden || principal) return null;
  return <RoleSteps hide={hide} />;
}
