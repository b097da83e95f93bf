import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { PageOf, Timestamp } from '../../../platform/http/schemas.ts';

/** A path within the console: the address of another site would make the sign-in an open redirect. It has to fit into a cookie. */
const ConsolePath = Type.String({
  pattern: '^/(?![/\\\\])[\\x21-\\x7e]*$',
  maxLength: 1_000,
  description: 'The page of the console to open after the sign-in.',
  examples: ['/tickets/42'],
});

export const StartQuery = Type.Object({ to: Type.Optional(ConsolePath) });

/** An account of a provider that signs in to an account of this service. */
export const LinkedAccount = Type.Object(
  {
    issuer: Type.String({ examples: ['https://login.example.com'] }),
    linked_at: Timestamp,
    last_used_at: { ...Timestamp, description: 'The last sign-in.' },
  },
  { title: 'LinkedAccount' },
);
export type LinkedAccount = Static<typeof LinkedAccount>;
export const LinkedAccountPage = PageOf(LinkedAccount);
export const LinkedAccountQuery = Type.Object(pageParameters(['linked_at', 'last_used_at', 'issuer'], 'linked_at'));
export type LinkedAccountQuery = Static<typeof LinkedAccountQuery>;
