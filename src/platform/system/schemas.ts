import { type Static, Type } from 'typebox';
import { NullableText, OneOf } from '../http/schemas.ts';

/** The version of the service. */
export const Version = Type.String({ description: 'Of the service that answers.' });

export const About = Type.Object(
  {
    mail: Type.Boolean({ description: 'Whether reset links and confirmations are sent by mail.' }),
    sign_in_provider: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The name of the provider with whose accounts people sign in (`GET /ext/oidc/start`). null: passwords only.',
    }),
    passkeys: Type.Boolean({
      description: 'Whether people can sign in with passkeys: PUBLIC_URL is an https address, or localhost.',
    }),
    branding: Type.Object(
      {
        name: NullableText,
        color: { ...NullableText, description: 'Of texts and buttons on light backgrounds.' },
        color_on_dark: { ...NullableText, description: 'The same on dark backgrounds.' },
        logo: { ...NullableText, description: 'The path of a PNG file.' },
      },
      { title: 'Branding', description: 'What the installation has in place of the look of the product. null: nothing.' },
    ),
    version: Version,
    request: Type.Object(
      {
        protocol: OneOf(['http', 'https'] as const),
        address: Type.String({ description: 'Of the client, as rate limits and the audit log see it.' }),
      },
      { description: 'How this request arrived, to check what a proxy passes on.' },
    ),
  },
  { title: 'About' },
);
export type About = Static<typeof About>;
