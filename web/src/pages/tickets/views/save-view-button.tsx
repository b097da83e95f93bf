import { Button } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { chipLook } from '../../../features/filters/filter-button.tsx';
import { mayWrite } from '../../../session/acting.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Filters, hasFilters } from '../url-filters.ts';
import { useViewTexts } from './texts/texts.ts';
import { useViews } from './use-views.ts';
import { ViewDialog } from './view-dialog.tsx';
import { toViewQuery } from './view-query.ts';

/** Saves the filters that are set, unless a view has them already. */
export function SaveViewButton({ filters }: { filters: Filters }) {
  const texts = useViewTexts();
  const views = useViews(filters);
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite || !views || !hasFilters(filters) || views.some(({ isOn }) => isOn)) return null;
  return (
    <>
      <Button
        {...chipLook}
        variant="subtle"
        leftSection={<Icon icon={IconBookmarkPlus} size={16} />}
        onClick={() => setOpen(true)}
      >
        {texts.save}
      </Button>
      {isOpen && <ViewDialog view={undefined} query={toViewQuery(filters)} onClose={() => setOpen(false)} />}
    </>
  );
}
