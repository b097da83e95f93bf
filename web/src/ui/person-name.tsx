import { Group } from '@mantine/core';
import { UserAvatar } from './user-avatar.tsx';

interface Props {
  id: string;
  name: string;
  isDisabled?: boolean;
}

/** A person in a row or a card: bidirectional controls in the name do not reverse the words after it. */
export function PersonName({ id, name, isDisabled = false }: Props) {
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      <UserAvatar id={id} name={name} isDisabled={isDisabled} />
      <bdi>{name}</bdi>
    </Group>
  );
}
