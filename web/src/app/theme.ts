import { createTheme, Input, type MantineColorsTuple } from '@mantine/core';

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

export const theme = createTheme({
  primaryColor: 'brand',
  colors: { brand },
  defaultRadius: 'md',
  respectReducedMotion: true,
  // Optional fields are marked instead: screen readers read an asterisk as part of the label.
  components: { InputWrapper: Input.Wrapper.extend({ defaultProps: { withAsterisk: false } }) },
});
