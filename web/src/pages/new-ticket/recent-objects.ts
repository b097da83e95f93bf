import type { Building } from '../../api/operations.ts';

export type PickedObject = Pick<Building, 'id' | 'name' | 'address' | 'project_name'>;

export const pick = ({ id, name, address, project_name }: PickedObject): PickedObject => ({ id, name, address, project_name });

const most = 3;
const keyOf = (userId: string): string => `callout.recent-objects.${userId}`;

/** The objects that somebody made requests for lately, on this device. */
export const recentObjects = (userId: string): PickedObject[] =>
  JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as PickedObject[];

export function rememberObject(userId: string, object: PickedObject): void {
  const others = recentObjects(userId).filter(({ id }) => id !== object.id);
  localStorage.setItem(keyOf(userId), JSON.stringify([object, ...others].slice(0, most)));
}
