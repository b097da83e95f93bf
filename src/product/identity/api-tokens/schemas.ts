import type { Generated } from 'kysely';
import { type Static, Type } from 'typebox';
import type { OptionalTimestamp, Timestamp as StoredTimestamp } from '../../../platform/database/tables.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Name, NullableTimestamp, OneOf, PageOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

const Scope = {
  ...OneOf(['read', 'write']),
  description: 'read: GET only; write: every operation that an API token may be used for.',
};

const fields = {
  id: Uuid,
  name: Type.String({ examples: ['building report'] }),
  scope: Scope,
  created_at: Timestamp,
  expires_at: { ...NullableTimestamp, description: 'null: never.' },
  last_used_at: { ...NullableTimestamp, description: 'The last use, to the minute; null: not used yet.' },
};

export const ApiToken = Type.Object(fields, { title: 'ApiToken' });
export type ApiToken = Static<typeof ApiToken>;

export const NewApiToken = Type.Object(
  {
    ...fields,
    token: Type.String({ description: 'The token itself, which is answered here only.', examples: ['cot_mN3k...'] }),
  },
  { title: 'NewApiToken' },
);
export type NewApiToken = Static<typeof NewApiToken>;

export const ApiTokenPage = PageOf(ApiToken);
export const ApiTokenQuery = Type.Object(pageParameters(['created_at', 'name', 'id'], 'created_at'));
export type ApiTokenQuery = Static<typeof ApiTokenQuery>;

export const CreateApiToken = Type.Object(
  {
    name: Name(1, 100, ['building report']),
    scope: Scope,
    expires_at: Type.Optional({ ...Timestamp, description: 'In the future; without it the token does not expire.' }),
  },
  { title: 'CreateApiToken' },
);
export type CreateApiToken = Static<typeof CreateApiToken>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    api_tokens: ApiTokensTable;
  }
}

interface ApiTokensTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  scope: 'read' | 'write';
  token_hash: Buffer;
  created_at: StoredTimestamp;
  expires_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
}
