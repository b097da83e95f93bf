import type { Icon as TablerIcon } from '@tabler/icons-react';

interface Props {
  icon: TablerIcon;
  /** in pixels */
  size?: number;
  /** that of the text by default */
  color?: string;
}

/** An icon beside its word, which tells the same to screen readers. */
export function Icon({ icon: Drawing, size = 20, color = 'currentColor' }: Props) {
  return <Drawing size={size} stroke={1.75} color={color} aria-hidden className="icon" />;
}
