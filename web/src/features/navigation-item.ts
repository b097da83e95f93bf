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
  /** in the main navigation and beside the account */
  icon?: Icon;
  roles: readonly Role[];
  /** lower numbers come first */
  order: number;
  /** where it is in place of the main navigation: beside the account, in the menu of the account, in the list of the settings */
  section?: 'footer' | 'account' | 'settings';
  /** how many things on the page wait, shown beside its name */
  useCount?: () => number;
  /** on a phone it is in the menu at the end of the bar */
  wideOnly?: true;
  /** the start of the paths of other pages that belong to it */
  covers?: readonly string[];
}
