import type { Building } from '../contract/operations.ts';
import { hasSameShape, parseStored, safeLocalStorage } from '../lib/storage.ts';

export type PickedObject = Pick<Building, 'id' | 'name' | 'address' | 'project_name'>;

export const toPickedObject = ({ id, name, address, project_name }: PickedObject): PickedObject => ({
  id,
  name,
  address,
  project_name,
});

const sample: PickedObject = { id: 0, name: '', address: '', project_name: '' };
export const isPickedObject = (value: unknown): value is PickedObject => hasSameShape(sample, value);

const most = 3;
const keyOf = (userId: string): string => `callout.recent-objects.${userId}`;

/** The objects that somebody made requests for lately, on this device. */
export const recentObjects = (userId: string): PickedObject[] =>
  (parseStored(safeLocalStorage.getItem(keyOf(userId)), Array.isArray) ?? []).filter(isPickedObject);

export function rememberObject(userId: string, object: PickedObject): void {
  const others = recentObjects(userId).filter(({ id }) => id !== object.id);
  safeLocalStorage.setItem(keyOf(userId), JSON.stringify([object, ...others].slice(0, most)));
}
