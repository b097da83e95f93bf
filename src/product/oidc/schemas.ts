import { Type } from 'typebox';

/** What the browser of somebody who signs in is sent with: any text, because only a page of the console is gone back to. */
export const StartQuery = Type.Object({
  to: Type.Optional(
    Type.String({ description: 'The page of the console to open after the sign-in.', examples: ['/tickets/42'] }),
  ),
});
