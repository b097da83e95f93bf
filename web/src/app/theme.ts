import {
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  PasswordInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';

// Only values that Mantine computes in script. Its CSS variables are set in styles/: Mantine would add them in a style
// element, which the content security policy forbids.

const brand: MantineColorsTuple = [
  '#e6f2ef',
  '#cfe5df',
  '#a1cdc2',
  '#6fb3a4',
  '#469d8b',
  '#27897a',
  '#0b6a5a',
  '#095a4c',
  '#074a3f',
  '#053a31',
];

const small = 'var(--mantine-font-size-sm)';
const minTargetSize = 'var(--min-target-size)';

export const theme = createTheme({
  primaryColor: 'brand',
  colors: { brand },
  defaultRadius: 'md',
  respectReducedMotion: true,
  // In the dark theme white has too little contrast on filled parts.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && { color: 'var(--on-accent)' }),
  }),
  components: {
    // Three kinds: filled is the one thing to do, default the others, subtle what changes little. Only what destroys has a color.
    Button: Button.extend({
      vars: (_, { variant, color }) => ({
        root: {
          '--button-height': 'auto',
          ...(variant === 'default' && {
            '--button-bg': 'var(--button-background)',
            '--button-hover': 'var(--button-background-hover)',
            '--button-bd': '1px solid transparent',
          }),
          ...(variant === 'subtle' && {
            '--button-padding-x': '12px',
            ...(!color && { '--button-color': 'var(--text)', '--button-hover': 'var(--button-background)' }),
          }),
        },
      }),
    }),
    Input: Input.extend({
      vars: (_, { error }) => ({
        wrapper: {
          '--input-height': minTargetSize,
          '--input-fz': 'var(--mantine-font-size-md)',
          '--input-bg': 'var(--card-background)',
          ...(!error && { '--input-bd': 'var(--border-strong)' }),
        },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      // Optional fields are marked instead: screen readers read an asterisk as part of the label.
      defaultProps: { withAsterisk: false, labelProps: { mb: 4 } },
      vars: () => ({
        label: {},
        description: { '--input-description-size': small },
        error: { '--input-error-size': small },
        success: {},
      }),
    }),
    Title: Title.extend({ defaultProps: { fw: 650, lts: '-0.015em' } }),
    Switch: { defaultProps: { withThumbIndicator: false } },
    NativeSelect: { defaultProps: { rightSection: createElement(IconChevronDown, { size: 16 }) } },
    // Its class tells the checks of the layout what nobody sees.
    VisuallyHidden: VisuallyHidden.extend({ classNames: { root: 'visually-hidden' } }),
    PasswordInput: PasswordInput.extend({ vars: () => ({ root: { '--psi-button-size': minTargetSize } }) }),
  },
});
