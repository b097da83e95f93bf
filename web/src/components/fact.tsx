import type { ReactNode } from 'react';

/** One entry of a `dl` with the class `definition-list`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
