import type { Icon as TablerIcon } from '@tabler/icons-react';

/** An icon beside its word, which tells the same to screen readers. @param size in pixels */
export function Icon({ icon: Drawing, size = 20 }: { icon: TablerIcon; size?: number }) {
  return <Drawing size={size} stroke={1.75} aria-hidden className="icon" />;
}
