import { IconCheck } from '@tabler/icons-react';

/** A check that is drawn when it appears. */
export function DrawnCheck() {
  return <IconCheck size={20} stroke={2.5} aria-hidden className="icon drawn-check" />;
}
