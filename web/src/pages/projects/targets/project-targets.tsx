import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { type Priority, priorities } from '../../../contract/enums.ts';
import type { Project, ProjectTargets as Targets } from '../../../contract/schemas.ts';
import { formatMinutes } from '../../../features/deadlines/durations.ts';
import { mayWrite } from '../../../session/acting.ts';
import { Fact, Facts } from '../../../ui/fact.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SectionHead } from '../../../ui/panel.tsx';
import { changedByTargets, hasTargets } from './target-draft.ts';
import { useTargetTexts } from './texts/texts.ts';

const TargetsDialog = lazyPart(async () => (await import('./targets-dialog.tsx')).TargetsDialog);

/** How soon the requests of a project have to be accepted and finished. */
export function ProjectTargets({ project }: { project: Project }) {
  const texts = useTargetTexts();
  const [edited, setEdited] = useState<'project' | 'client'>();
  const { data } = useApiQuery('GET /ext/projects/{id}/targets', { params: { id: project.id } });
  const { data: defaults } = useApiQuery('GET /ext/users/{id}/targets', { params: { id: project.client_id } });
  const reset = useApiMutation('DELETE /ext/projects/{id}/targets', { invalidates: changedByTargets });
  if (!data || !defaults) return null;
  const hasOwn = defaults.projects_with_own_targets.includes(project.id);
  const close = (): void => setEdited(undefined);
  return (
    <section aria-labelledby="deadlines">
      <SectionHead>
        <Title order={2} id="deadlines">
          {texts.title}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setEdited('project')}>
            {hasTargets(data) ? texts.edit : texts.set}
          </Button>
        )}
      </SectionHead>
      {hasTargets(data) ? <Summary targets={data} /> : <Text c="dimmed">{texts.lead}</Text>}
      {hasTargets(data) && !hasOwn && <Text c="dimmed">{texts.sameAsAll}</Text>}
      {mayWrite && (
        <Group gap="xs" mt="xs">
          <Button variant="subtle" onClick={() => setEdited('client')}>
            {texts.ofAllProjects}
          </Button>
          {hasOwn && hasTargets(defaults) && (
            <Button variant="subtle" loading={reset.isPending} onClick={() => reset.mutate({ params: { id: project.id } })}>
              {texts.useThoseOfAll}
            </Button>
          )}
        </Group>
      )}
      {edited === 'project' && <TargetsDialog of={{ project: project.id }} targets={data} onClose={close} />}
      {edited === 'client' && <TargetsDialog of={{ client: project.client_id }} targets={defaults} onClose={close} />}
    </section>
  );
}

function Summary({ targets: { take_within_minutes, finish_within_minutes } }: { targets: Targets }) {
  const texts = useTargetTexts();
  const isSet = (priority: Priority): boolean =>
    take_within_minutes[priority] !== null || finish_within_minutes[priority] !== null;
  const textOf = (minutes: number | null): string => (minutes === null ? texts.noTarget : formatMinutes(minutes));
  return (
    <Facts orientation="vertical">
      {[...priorities]
        .reverse()
        .filter(isSet)
        .map((priority) => (
          <Fact key={priority} name={texts.priorities[priority]}>
            {texts.take}: {textOf(take_within_minutes[priority])}
            <br />
            {texts.finish}: {textOf(finish_within_minutes[priority])}
          </Fact>
        ))}
    </Facts>
  );
}
