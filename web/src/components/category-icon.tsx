import { Center } from '@mantine/core';
import { IconBolt, IconDroplet, IconElevator, IconTemperature, IconTool, type Icon as TablerIcon } from '@tabler/icons-react';
import type { Category } from '../contract/enums.ts';
import { Icon } from './icon.tsx';

export const categoryIcons: Record<Category, TablerIcon> = {
  electric: IconBolt,
  plumbing: IconDroplet,
  climate: IconTemperature,
  elevator: IconElevator,
  other: IconTool,
};

/** The category of a ticket as a tile, where there is no picture of it. */
export function CategoryTile({ category }: { category: Category }) {
  return (
    <Center flex="none" w={44} h={44} bdrs="md" bg="var(--inset-background)" c="dimmed" aria-hidden="true">
      <Icon icon={categoryIcons[category]} size={24} />
    </Center>
  );
}
