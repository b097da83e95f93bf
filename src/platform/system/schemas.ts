import { Type } from 'typebox';
import { OneOf } from '../http/schemas.ts';

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
