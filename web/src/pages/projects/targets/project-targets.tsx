import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { formatMinutes } from '../../../components/deadlines/durations.ts';
import { Fact, Facts } from '../../../components/fact.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { SectionHead } from '../../../components/panel.tsx';
import { type Priority, priorities } from '../../../contract/enums.ts';
import type { Project, ProjectTargets as Targets } from '../../../contract/schemas.ts';
import { mayWrite } from '../../../session/acting.ts';
import { hasTargets } from './target-draft.ts';
import { useTargetTexts } from './texts/texts.ts';

const TargetsDialog = lazyPart(async () => (await import('./targets-dialog.tsx')).TargetsDialog);

/** How soon the requests of a project have to be accepted and finished. */
export function ProjectTargets({ project }: { project: Project }) {
  const texts = useTargetTexts();
  const [isEditing, setEditing] = useState(false);
  const { data } = useApiQuery('GET /ext/projects/{id}/targets', { params: { id: project.id } });
  if (!data) return null;
  return (
    <section aria-labelledby="deadlines">
      <SectionHead>
        <Title order={2} id="deadlines">
          {texts.title}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {hasTargets(data) ? texts.edit : texts.set}
          </Button>
        )}
      </SectionHead>
      {hasTargets(data) ? <Summary targets={data} /> : <Text c="dimmed">{texts.lead}</Text>}
      {isEditing && <TargetsDialog project={project} targets={data} onClose={() => setEditing(false)} />}
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
