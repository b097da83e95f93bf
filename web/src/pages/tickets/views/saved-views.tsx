import { ActionIcon, Button, Group } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconPencil, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { Icon } from '../../../components/icon.tsx';
import { useCurrentUser } from '../../../session/session-store.ts';
import { chipLook } from '../filter-chip.tsx';
import { type Filters, hasFilters } from '../url-filters.ts';
import { useViewTexts } from './texts/texts.ts';
import { type ShownView, ViewDialog } from './view-dialog.tsx';
import { isSameQuery, toFilters, toViewQuery } from './view-query.ts';

interface Props {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** The saved filters of the list, and a button that saves those that are set. */
export function SavedViews({ filters, onApply }: Props) {
  const texts = useViewTexts();
  const { role } = useCurrentUser();
  const { data } = useApiQuery('GET /ext/views', { query: { limit: 100 } });
  const [edited, setEdited] = useState<ShownView | 'new'>();
  if (!data) return null;
  const query = toViewQuery(filters);
  const views = data.items.flatMap((view) => {
    const shown = toFilters(view.query);
    return shown ? [{ view, shown, isOn: isSameQuery(view.query, query) }] : [];
  });
  const canSave = hasFilters(filters) && !views.some(({ isOn }) => isOn);
  if (views.length === 0 && !canSave) return null;
  return (
    <Group component="fieldset" gap="xs" mt="xs" className="chips" aria-label={texts.views}>
      {views.map(({ view, shown, isOn }) => (
        <Button.Group key={view.id}>
          <Button
            {...chipLook}
            variant={isOn ? 'light' : 'default'}
            aria-pressed={isOn}
            title={view.shared ? texts.sharedNote : undefined}
            leftSection={<Icon icon={view.shared ? IconUsers : IconBookmark} size={16} />}
            onClick={() => onApply(shown)}
          >
            {view.name}
          </Button>
          {isOn && (role === 'admin' || !view.shared) && (
            <ActionIcon
              variant="light"
              size="input-sm"
              h="auto"
              radius="xl"
              aria-label={texts.edit(view.name)}
              onClick={() => setEdited(view)}
            >
              <Icon icon={IconPencil} size={16} />
            </ActionIcon>
          )}
        </Button.Group>
      ))}
      {canSave && (
        <Button
          {...chipLook}
          variant="subtle"
          leftSection={<Icon icon={IconBookmarkPlus} size={16} />}
          onClick={() => setEdited('new')}
        >
          {texts.save}
        </Button>
      )}
      {edited && <ViewDialog view={edited === 'new' ? undefined : edited} query={query} onClose={() => setEdited(undefined)} />}
    </Group>
  );
}
