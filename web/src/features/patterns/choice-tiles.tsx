import { Box, Input, Paper, Text } from '@mantine/core';

interface Props {
  legend: string;
  options: readonly number[];
  chosen: readonly number[];
  nameOf: (option: number) => string;
  /** what screen readers say of it, where that is more */
  fullNameOf?: (option: number) => string;
  /** of a tile, in pixels */
  minWidth: number;
  onChange: (chosen: number[]) => void;
  error?: string | undefined;
}

/** Checkboxes that look like tiles, of which several can be chosen. */
export function ChoiceTiles({ legend, options, chosen, nameOf, fullNameOf, minWidth, onChange, error }: Props) {
  const toggle = (option: number): void =>
    onChange(options.filter((other) => (other === option ? !chosen.includes(option) : chosen.includes(other))));
  return (
    <fieldset className="radio-tiles">
      <Input.Label component="legend" mb={4}>
        {legend}
      </Input.Label>
      <div style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${minWidth}px, 1fr))`, gap: 4 }}>
        {options.map((option) => (
          <Paper
            key={option}
            component="label"
            withBorder
            pos="relative"
            style={nameOf(option).length > 5 ? { gridColumn: 'span 2' } : undefined}
          >
            <Box
              component="input"
              type="checkbox"
              checked={chosen.includes(option)}
              aria-label={fullNameOf?.(option)}
              aria-invalid={error !== undefined}
              onChange={() => toggle(option)}
              pos="absolute"
              inset={0}
              opacity={0}
              style={{ cursor: 'pointer' }}
            />
            <Text span size="sm" fw={500} ta="center" display="block" lh="44px">
              {nameOf(option)}
            </Text>
          </Paper>
        ))}
      </div>
      {error && (
        <Text size="sm" c="var(--danger)" role="status">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
