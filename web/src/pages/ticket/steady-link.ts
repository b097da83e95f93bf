import type { TicketPhoto } from '../../api/operations.ts';

// Each answer has new links. A picture that is shown keeps the one it has while it lives, so
// that it is not loaded again with every change of the ticket.

const links = new Map<number, { url: string; until: number }>();
const life = 10 * 60_000;

export function steadyLink({ id, url }: TicketPhoto): string {
  const known = links.get(id);
  const now = Date.now();
  // One that was read long ago is not made younger by being shown again.
  if (known && (known.until > now || known.url === url)) return known.url;
  links.set(id, { url, until: now + life });
  return url;
}
