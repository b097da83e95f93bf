import { useNavigate, useSearch } from '@tanstack/react-router';

/** A worker's list by due time, or only what is late, instead of by status and priority. The URL has it. */
export type DueView = 'due' | 'late';

export const dueViewParameter = (value: unknown): DueView | undefined =>
  value === 'due' || value === 'late' ? value : undefined;

/** The view of a page, and how to change it. */
export function useDueView(from: '/signed-in/' | '/signed-in/free') {
  const { view } = useSearch({ from });
  const navigate = useNavigate();
  const to = from === '/signed-in/' ? '/' : '/free';
  const setView = (next: DueView | undefined): void => void navigate({ to, search: { view: next }, replace: true });
  return [view, setView] as const;
}
