import { Center } from '@mantine/core';
import { IconBolt, IconDroplet, IconElevator, IconTemperature, IconTool, type Icon as TablerIcon } from '@tabler/icons-react';
import type { Category } from '../contract/enums.ts';
import { Icon } from '../ui/icon.tsx';

export const categoryIcons: Record<Category, TablerIcon> = {
  electric: IconBolt,
  plumbing: IconDroplet,
  climate: IconTemperature,
  elevator: IconElevator,
  other: IconTool,
};

/** The category of a ticket as a tile, where there is no picture of it. @param size in pixels */
export function CategoryTile({ category, size = 44 }: { category: Category; size?: number }) {
  return (
    <Center flex="none" w={size} h={size} bdrs="md" bg="var(--inset-background)" c="dimmed" aria-hidden="true">
      <Icon icon={categoryIcons[category]} size={24} />
    </Center>
  );
}
