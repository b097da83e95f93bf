import type { TicketListQuery } from '../../../contract/schemas.ts';

const numberPattern = /^#?([1-9]\d{0,8})$/;

/** The query for the tickets that somebody looks for: by the number when only that was typed, else by words; the newest without any. */
export function searchOf(text: string): TicketListQuery {
  const number = numberPattern.exec(text.trim())?.[1];
  if (number) return { ids: number };
  return text.trim() ? { q: text.trim(), sort: 'relevance' } : {};
}
