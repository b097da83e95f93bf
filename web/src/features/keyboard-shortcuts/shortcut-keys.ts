import type { Role } from '../../contract/enums.ts';

/** The keys of each shortcut; two keys are pressed one after the other. */
export const shortcutKeys = {
  create: ['C'],
  search: ['/'],
  goHome: ['G', 'B'],
  goTickets: ['G', 'R'],
  goProjects: ['G', 'P'],
  next: ['J'],
  previous: ['K'],
  open: ['Enter'],
  assign: ['A'],
  select: ['X'],
  confirm: ['E'],
  help: ['?'],
} as const;

export type ShortcutName = keyof typeof shortcutKeys;

const names = Object.keys(shortcutKeys) as ShortcutName[];
const notFor: Record<Role, readonly ShortcutName[]> = {
  client: [],
  admin: ['confirm'],
  worker: ['create', 'goTickets', 'goProjects', 'assign', 'select', 'confirm'],
};

/** The shortcuts of a role. */
export const shortcutsFor = (role: Role): ShortcutName[] => names.filter((name) => !notFor[role].includes(name));
