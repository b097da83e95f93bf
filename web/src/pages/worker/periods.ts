/** How long ago something was, by the days of this device; a week starts on Monday. */
export const periods = ['today', 'yesterday', 'week', 'earlier'] as const;
export type Period = (typeof periods)[number];

export function periodOf(date: Date, now: Date): Period {
  const startOfDay = (daysAgo: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  if (date >= startOfDay(0)) return 'today';
  if (date >= startOfDay(1)) return 'yesterday';
  return date >= startOfDay((now.getDay() + 6) % 7) ? 'week' : 'earlier';
}
