import { ActionIcon, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconBookmark, IconDots, IconPencil, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView } from '../../../contract/schemas.ts';
import { chipLook } from '../../../features/filters/filter-button.tsx';
import { mayWrite } from '../../../session/acting.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { useIsNarrow } from '../../../ui/use-breakpoint.ts';
import type { Filters } from '../url-filters.ts';
import { useViewTexts } from './texts/texts.ts';
import { type ShownView, useViews } from './use-views.ts';
import { ViewDialog } from './view-dialog.tsx';
import { toViewQuery } from './view-query.ts';

/** So many are tabs; the others are in a menu. */
const maxTabs = 6;

/** The saved filters of the list as tabs. */
export function SavedViews({ filters }: { filters: Filters }) {
  const texts = useViewTexts();
  const { role } = useCurrentUser();
  const isNarrow = useIsNarrow();
  const [edited, setEdited] = useState<SavedView>();
  const views = useViews(filters) ?? [];
  if (views.length === 0) return null;
  const current = views.find(({ isOn }) => isOn);
  const tabs = views.filter((view, index) => index < maxTabs || view === current);
  const others = views.filter((view) => !tabs.includes(view));
  const canEdit = mayWrite && current && (role === 'admin' || !current.view.shared);
  return (
    <Group component="nav" gap={4} mt="xs" className="chips" aria-label={texts.views}>
      {tabs.map((shown) => (
        <ViewLink key={shown.view.id} shown={shown} />
      ))}
      {others.length > 0 && (
        <PopoverButton
          label={texts.more(others.length)}
          button={(trigger) => (
            <Button {...trigger} {...chipLook} variant="subtle" leftSection={<Icon icon={IconDots} size={16} />}>
              {texts.more(others.length)}
            </Button>
          )}
        >
          {(close) => (
            <Stack gap={4} onClick={close}>
              {others.map((shown) => (
                <ViewLink key={shown.view.id} shown={shown} />
              ))}
            </Stack>
          )}
        </PopoverButton>
      )}
      {canEdit && (
        <ActionIcon
          variant="subtle"
          size={isNarrow ? 44 : 32}
          radius="xl"
          aria-label={texts.edit(current.view.name)}
          title={texts.edit(current.view.name)}
          onClick={() => setEdited(current.view)}
        >
          <Icon icon={IconPencil} size={16} />
        </ActionIcon>
      )}
      {edited && <ViewDialog view={edited} query={toViewQuery(filters)} onClose={() => setEdited(undefined)} />}
    </Group>
  );
}

/** A tab; the icon and a text for screen readers tell the own ones from those that an admin shares. */
function ViewLink({ shown: { view, filters, isOn } }: { shown: ShownView }) {
  const texts = useViewTexts();
  return (
    <LinkButton
      to="/tickets"
      search={filters}
      replace
      resetScroll={false}
      activeProps={{}}
      px={10}
      maw="100%"
      justify="flex-start"
      c={isOn ? undefined : 'dimmed'}
      variant={isOn ? 'light' : 'subtle'}
      aria-current={isOn ? 'page' : undefined}
      title={view.shared ? `${view.name} (${texts.sharedNote})` : view.name}
      leftSection={<Icon icon={view.shared ? IconUsers : IconBookmark} size={16} />}
    >
      <Text span inherit truncate="end">
        {view.name}
      </Text>
      {view.shared && <VisuallyHidden> ({texts.sharedNote})</VisuallyHidden>}
    </LinkButton>
  );
}
