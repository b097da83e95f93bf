import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import type { InvitedUser, Project } from '../../contract/schemas.ts';
import type { TypedBuilding } from './parse-buildings.ts';

interface Wanted {
  /** the client, or whom to create as one */
  client: { id: string; name: string } | { email: string; name: string };
  buildings: TypedBuilding[];
}

/**
 * Creates a client who is new, the project of a client who has none, and the buildings. What was created before an error is not created
 * again by another try.
 */
export function useAddBuildings(onInvited: (user: InvitedUser) => void, onSuccess: () => void) {
  const queries = useQueryClient();
  const created = useRef<{ client?: InvitedUser; buildings: Set<string> }>({ buildings: new Set() });
  return useMutation({
    mutationFn: async ({ client, buildings }: Wanted) => {
      const owner = 'id' in client ? client : (createdAs(client.email) ?? (await invite(client)));
      const project = await projectOf(owner);
      for (const { name, address } of buildings) {
        const key = JSON.stringify([project.id, name, address]);
        if (created.current.buildings.has(key)) continue;
        await call('POST /projects/{id}/objects', { params: { id: project.id }, body: { name, address } });
        created.current.buildings.add(key);
      }
    },
    onSuccess,
    onSettled: () => invalidate(queries, 'GET /users', 'GET /projects', 'GET /ext/projects', 'GET /ext/objects'),
  });

  /** The client of an earlier try, unless the address was corrected since. */
  function createdAs(email: string): InvitedUser | undefined {
    const { client } = created.current;
    return client?.email === email.toLowerCase() ? client : undefined;
  }

  async function invite({ email, name }: { email: string; name: string }): Promise<InvitedUser> {
    const user = await call('POST /ext/users', { body: { email, name, role: 'client' } });
    created.current.client = user;
    onInvited(user);
    return user;
  }
}

/** The newest project of a client, or a new one with the client's name. */
async function projectOf({ id, name }: { id: string; name: string }): Promise<Pick<Project, 'id'>> {
  const { items } = await call('GET /projects', { query: { client_id: id, order: 'desc', limit: 1 } });
  return items[0] ?? call('POST /projects', { body: { client_id: id, name: name.length < 2 ? `${name} 1` : name } });
}
