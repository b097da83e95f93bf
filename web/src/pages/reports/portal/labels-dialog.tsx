import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import type { Project } from '../../../contract/schemas.ts';
import { ReachNote } from '../../../features/pass-on/reach-note.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Option, OptionList } from '../../../ui/option-list.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../../ui/show-more.tsx';
import { useReportTexts } from '../texts/texts.ts';
import { useLabelDownload } from './use-label-download.ts';

/** Selects objects of a project that have a public page, and prints their labels. */
export function LabelsDialog({ project, onClose }: { project: Pick<Project, 'id'>; onClose: () => void }) {
  const { labels: texts } = useReportTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const portals = useApiQuery('GET /ext/portals', { query: { project_id: project.id, limit, offset } });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { download, isRunning, error } = useLabelDownload('objects');
  const toggle = (id: number): void => setSelected((before) => before.symmetricDifference(new Set([id])));
  const shown = portals.data?.items.map(({ object_id }) => object_id) ?? [];
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Stack mt="xs">
        <QueryState query={portals} height={56} />
        {portals.data?.total === 0 && <Text>{texts.none}</Text>}
        {portals.data && portals.data.total > 0 && (
          <>
            <Text c="dimmed">{texts.text}</Text>
            <ReachNote url={portals.data.items[0]?.url ?? ''} />
            <div>
              <Button variant="subtle" onClick={() => setSelected((before) => before.union(new Set(shown)))}>
                {texts.all}
              </Button>
            </div>
            <OptionList>
              {portals.data.items.map(({ object_id, object_name, address }) => (
                <Option
                  key={object_id}
                  name={object_name}
                  detail={address}
                  isPressed={selected.has(object_id)}
                  onSelect={() => toggle(object_id)}
                />
              ))}
            </OptionList>
            <ShowMore paging={paging} page={portals.data} />
            <FormError error={error} />
            <Group gap="xs">
              <Button
                disabled={selected.size === 0}
                aria-disabled={isRunning}
                onClick={() => !isRunning && void download([...selected])}
              >
                {isRunning ? texts.preparing : texts.download}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
