import { Box, Input, Paper, Stack, Text } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import { useId } from 'react';
import { Icon } from './icon.tsx';

interface Props<Value extends string> {
  legend: string;
  value: Value | undefined;
  options: readonly Value[];
  labels: Record<Value, string>;
  icons?: Record<Value, TablerIcon>;
  onChange: (value: Value) => void;
}

/** Radio buttons that look like tiles. */
export function RadioTiles<Value extends string>({ legend, value, options, labels, icons, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="radio-tiles">
      <Input.Label component="legend" mb="xs">
        {legend}
      </Input.Label>
      <div>
        {options.map((option) => (
          <Paper key={option} component="label" withBorder pos="relative">
            <Box
              component="input"
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              pos="absolute"
              inset={0}
              opacity={0}
              style={{ cursor: 'pointer' }}
            />
            <Stack gap={2} align="center" justify="center" mih="var(--min-target-size)" p={4}>
              {icons && <Icon icon={icons[option]} />}
              <Text component="span" size="sm" fw={500} ta="center">
                {labels[option]}
              </Text>
            </Stack>
          </Paper>
        ))}
      </div>
    </fieldset>
  );
}
