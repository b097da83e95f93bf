import { Type } from 'typebox';

export const About = Type.Object(
  { mail: Type.Boolean({ description: 'Whether reset links and confirmations are sent by mail.' }) },
  { title: 'About' },
);
