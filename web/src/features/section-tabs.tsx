import { Group } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { LinkButton } from '../ui/link-button.tsx';
import type { NavigationItem } from './navigation-item.ts';

type Tab = Pick<NavigationItem, 'to' | 'name'> & Partial<Pick<NavigationItem, 'roles'>>;

const sections = {
  projects: [
    { to: '/projects', name: 'projects' },
    { to: '/buildings', name: 'buildings' },
    { to: '/workers', name: 'workers', roles: ['client'] },
  ],
  rules: [
    { to: '/rules', name: 'list' },
    { to: '/rules/calendar', name: 'calendar' },
  ],
} satisfies Record<string, Tab[]>;

interface Props {
  /** the item of the navigation to which the pages belong */
  section: keyof typeof sections;
  current: NavigationItem['to'];
}

/** Links between the pages of one item of the navigation. */
export function SectionTabs({ section, current }: Props) {
  const messages = useMessages();
  const { role } = useCurrentUser();
  const tabs: Tab[] = sections[section];
  return (
    <Group component="nav" gap={4} mb="md" className="chips" aria-label={messages.nav[section]}>
      {tabs
        .filter(({ roles }) => !roles || roles.includes(role))
        .map(({ to, name }) => (
          <LinkButton
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            px={10}
            c={to === current ? undefined : 'dimmed'}
            variant={to === current ? 'light' : 'subtle'}
          >
            {messages.nav[name]}
          </LinkButton>
        ))}
    </Group>
  );
}
