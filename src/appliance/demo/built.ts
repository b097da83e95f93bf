import type { Deps } from '../../platform/capability/deps.ts';
import type { Actor } from '../../product/visibility.ts';
import type { DemoProject } from './city.ts';

/** What building the city takes. */
export type Building = Pick<Deps, 'db' | 'config' | 'storage' | 'deliveries' | 'metrics' | 'jobs' | 'log'>;

/** A project as it stands in the database. */
export interface BuiltProject extends Pick<DemoProject, 'language'> {
  id: number;
  owner: Actor;
  objects: number[];
  members: Actor[];
}

/** The city as it stands in the database, in the order of city.ts. */
export interface City {
  admin: Actor;
  clients: { actor: Actor; projects: BuiltProject[] }[];
}
