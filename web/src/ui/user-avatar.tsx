import { Avatar } from '@mantine/core';
import type { CSSProperties } from 'react';

const hues = [10, 40, 75, 130, 165, 195, 220, 250, 285, 325];

interface Props {
  id: string;
  name: string;
  /** in pixels: 24 in rows, 32 in cards, 40 in panels */
  size?: 24 | 32 | 40;
  isDisabled?: boolean;
}

/** The initials of a person on a color that is always the same for this account; the name stands beside it. */
export function UserAvatar({ id, name, size = 24, isDisabled = false }: Props) {
  return (
    <Avatar
      component="span"
      className={isDisabled ? 'avatar disabled' : 'avatar'}
      size={size}
      td={isDisabled ? 'line-through' : undefined}
      style={{ '--hue': hueOf(id) } as CSSProperties}
      // Nothing is smaller than the smallest size of text.
      styles={{
        placeholder: { fontSize: 'max(40%, var(--mantine-font-size-xs))', letterSpacing: '-0.04em', whiteSpace: 'nowrap' },
      }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </Avatar>
  );
}

function hueOf(id: string): number {
  const sum = [...id].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return hues[sum % hues.length] ?? 0;
}

/** @returns the first letters of the first and the last word */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}
