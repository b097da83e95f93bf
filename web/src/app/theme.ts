import { createTheme, Input, type MantineColorsTuple } from '@mantine/core';

// Only what the library computes in script; what it looks like is in styles/. Its variables are
// set there too, so that it need not put style elements into the page, which the content
// security policy forbids.

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
  // What may be left out says so; an asterisk would be read as part of the name.
  components: { InputWrapper: Input.Wrapper.extend({ defaultProps: { withAsterisk: false } }) },
});
