import { Box } from '@mantine/core';
import type { ObjectSummary } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { TileLink } from '../../ui/tile-link.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** The ids of the headings to which the tiles lead. */
export const sectionIds = { equipment: 'equipment', documents: 'documents', announcements: 'announcements' } as const;
type Section = keyof typeof sectionIds;

/** How much there is of everything in a building; each number leads to its list. */
export function CountTiles({ summary }: { summary: ObjectSummary }) {
  const messages = useMessages();
  const texts = usePlaceTexts().building;
  const { number } = messages.app;
  const { open, overdue, object } = summary;
  const object_id = String(object.id);
  return (
    <Box component="ul" className="tiles" mb="xl" aria-label={texts.counts}>
      <li>
        <TileLink to="/tickets" search={{ object_id, status: 'open' }} count={number(open)}>
          {texts.open}
        </TileLink>
      </li>
      <li>
        <TileLink
          to="/tickets"
          search={{ object_id, overdue: 'true' }}
          count={number(overdue)}
          color={overdue > 0 ? 'var(--danger)' : undefined}
        >
          {texts.overdue}
        </TileLink>
      </li>
      <SectionTile section="equipment" summary={summary} />
      <SectionTile section="documents" summary={summary} />
      <SectionTile section="announcements" summary={summary} />
    </Box>
  );
}

/** Leads to a section of the page, and moves the focus there. */
function SectionTile({ section, summary }: { section: Section; summary: ObjectSummary }) {
  const messages = useMessages();
  const texts = usePlaceTexts().building;
  return (
    <li>
      <TileLink
        to="/buildings/$id"
        params={{ id: String(summary.object.id) }}
        hash={sectionIds[section]}
        replace
        onClick={() => document.getElementById(sectionIds[section])?.focus()}
        count={messages.app.number(summary[section])}
      >
        {texts[section]}
      </TileLink>
    </li>
  );
}
