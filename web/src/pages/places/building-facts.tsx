import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ObjectSummary, Project } from '../../contract/schemas.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DateTime } from '../../ui/time.tsx';
import { PlaceCosts } from '../costs/place-costs.tsx';
import { usePlaceTexts } from './texts/texts.ts';

interface Props {
  summary: ObjectSummary;
  /** undefined until it is read */
  project: Project | undefined;
}

/** What is known of a building besides its lists. */
export function BuildingFacts({ summary, project }: Props) {
  const { building: texts, buildings } = usePlaceTexts();
  const { role } = useCurrentUser();
  const { object, last_closed_at, next_appointment_at } = summary;
  return (
    <Panel aria-labelledby="facts">
      <Title order={2} id="facts">
        {texts.facts}
      </Title>
      <Facts orientation="vertical">
        <Fact name={texts.project}>
          <Link to="/projects/$id" params={{ id: String(object.project_id) }}>
            {object.project_name}
          </Link>
        </Fact>
        {role === 'admin' && project && <Fact name={texts.client}>{project.client_name}</Fact>}
        {object.reference && <Fact name={texts.reference}>{object.reference}</Fact>}
        <Fact name={texts.nextAppointment}>
          {next_appointment_at ? <DateTime at={next_appointment_at} /> : texts.noAppointment}
        </Fact>
        <Fact name={texts.lastClosed}>{last_closed_at ? <DateTime at={last_closed_at} /> : buildings.neverClosed}</Fact>
        <PlaceCosts kind="objects" id={object.id} />
      </Facts>
    </Panel>
  );
}
