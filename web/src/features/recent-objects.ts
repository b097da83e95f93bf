import type { Building } from '../contract/schemas.ts';
import { hasSameShape, parseStored, safeLocalStorage } from '../lib/storage.ts';
import { principal } from '../session/acting.ts';

export type SelectedObject = Pick<Building, 'id' | 'name' | 'address' | 'project_name'>;

/** The stored properties of an object. */
export const toSelectedObject = ({ id, name, address, project_name }: SelectedObject): SelectedObject => ({
  id,
  name,
  address,
  project_name,
});

const sample: SelectedObject = { id: 0, name: '', address: '', project_name: '' };
/** Whether a stored value is an object of this version of the console. */
export const isSelectedObject = (value: unknown): value is SelectedObject => hasSameShape(sample, value);

const maxObjects = 3;
const storageKey = (userId: string): string => `callout.recent-objects.${userId}`;

/** The objects for which a user has created tickets in this browser, the newest first. */
export const recentObjects = (userId: string): SelectedObject[] =>
  (parseStored(safeLocalStorage.getItem(storageKey(userId)), Array.isArray) ?? []).filter(isSelectedObject);

/** Stores an object as the most recently used one, unless it is somebody else's. */
export function rememberObject(userId: string, object: SelectedObject): void {
  if (principal) return;
  const others = recentObjects(userId).filter(({ id }) => id !== object.id);
  safeLocalStorage.setItem(storageKey(userId), JSON.stringify([object, ...others].slice(0, maxObjects)));
}
