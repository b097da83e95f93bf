import { Type } from 'typebox';

export const About = Type.Object(
  { mail: Type.Boolean({ description: 'Whether a mail server is set, so that reset links and confirmations are sent.' }) },
  { title: 'About' },
);
