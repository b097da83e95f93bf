import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../session/session-store.ts';

/** The building of something, as a link for those who have its page. */
export function BuildingLink({ id, name }: { id: number; name: string }) {
  const { role } = useCurrentUser();
  if (role === 'worker') return name;
  return (
    <Link to="/buildings/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  );
}
