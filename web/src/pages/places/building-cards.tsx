import { Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ObjectListItem } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Meta } from '../../ui/meta.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** The buildings as cards, each of which opens the page of its building. */
export function BuildingCards({ buildings }: { buildings: readonly ObjectListItem[] }) {
  return (
    <ul className="cards">
      {buildings.map((building) => (
        <li key={building.id}>
          <Card building={building} />
        </li>
      ))}
    </ul>
  );
}

function Card({ building }: { building: ObjectListItem }) {
  const messages = useMessages();
  const texts = usePlaceTexts().buildings;
  const { id, name, address, project_name, is_active, open, overdue, last_closed_at } = building;
  return (
    <Paper component="article" withBorder className="card" p="sm">
      <Text component="h2" fw={500}>
        <Link to="/buildings/$id" params={{ id: String(id) }} className="card-link">
          {name}
        </Link>
      </Text>
      <Text size="sm" c="dimmed" mb={4}>
        {address} · {project_name}
      </Text>
      <Meta>
        {!is_active && <Tag>{messages.app.disabled}</Tag>}
        {overdue > 0 && (
          <Text span inherit c="var(--danger)" fw={600}>
            {texts.overdue(overdue)}
          </Text>
        )}
        <span>{texts.open(open)}</span>
        <span>
          {last_closed_at ? (
            <>
              {texts.lastClosed} <RelativeTime at={last_closed_at} />
            </>
          ) : (
            texts.neverClosed
          )}
        </span>
      </Meta>
    </Paper>
  );
}
