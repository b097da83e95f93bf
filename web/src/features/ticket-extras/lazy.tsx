import { lazyRouteComponent } from '@tanstack/react-router';
import type { Ticket } from '../../contract/schemas.ts';
import { usePreloaded } from '../../ui/use-preloaded.ts';
import { CategoryTile } from '../category-icon.tsx';

// Loaded after the lists, which are on first pages and complete without it.

const Cover = lazyRouteComponent(() => import('./ticket-cover.tsx'), 'TicketCover');
const Counts = lazyRouteComponent(() => import('./ticket-counts.tsx'), 'TicketCounts');

interface CoverProps {
  ticket: Ticket;
  /** in pixels */
  size?: number;
  /** whether its category takes the place of a picture */
  showsCategory?: boolean;
}

/** A small picture of a ticket. */
export function TicketCover({ ticket, size = 56, showsCategory = true }: CoverProps) {
  const fallback = showsCategory && <CategoryTile category={ticket.category} size={size} />;
  return usePreloaded(Cover) ? <Cover id={ticket.id} size={size} fallback={fallback} /> : fallback;
}

/** How many pictures and comments a ticket has. */
export function TicketCounts({ id, showsPictures = true }: { id: number; showsPictures?: boolean }) {
  return usePreloaded(Counts) && <Counts id={id} showsPictures={showsPictures} />;
}
