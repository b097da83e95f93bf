import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Role } from '../contract/enums.ts';
import type { Messages } from '../i18n/en.ts';

/** A link of the navigation, which the folder of its page registers. */
export interface NavigationItem {
  to: NonNullable<LinkProps['to']>;
  /** the search parameters of the link */
  search?: Record<string, string>;
  /** the key of its text */
  name: keyof Messages['nav'];
  icon: Icon;
  roles: readonly Role[];
  /** lower numbers come first */
  order: number;
  /** apart from the others; in the main navigation unless given */
  section?: 'footer';
  /** how many things on the page wait, shown beside its name */
  useCount?: () => number;
  /** not on phones */
  wideOnly?: true;
}
