import type { Workload } from '../../contract/schemas.ts';

const statuses = ['rejected', 'assigned', 'in_progress', 'done'] as const;
/** The bar shows no more tickets; the number beside it is exact. */
const maxSegments = 12;

/** The open tickets of a worker as one segment each, in the color of the status. */
export function LoadBar({ load }: { load: Workload }) {
  const segments = statuses.flatMap((status) => Array.from({ length: Math.min(load[status], maxSegments) }, () => status));
  return (
    <span className="workload-bar" aria-hidden="true">
      {segments.slice(0, maxSegments).map((status, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity
        <i key={index} className={`status-${status}`} />
      ))}
    </span>
  );
}
