import { DataList, type DataListProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is known of something, as names with values. */
export function Facts({ orientation = 'horizontal', children }: Pick<DataListProps, 'orientation' | 'children'>) {
  return (
    <DataList className="definition-list numbers" labelWidth="45%" gap="xs" orientation={orientation}>
      {children}
    </DataList>
  );
}

/** One of them. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
