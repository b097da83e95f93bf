import type { GeneratedAlways } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Timestamp } from '../../../platform/database/tables.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, Name, OneOf, PageOf, Text } from '../../../platform/http/schemas.ts';

/** Of one account, and of those that are shared. */
export const maxSnippets = 100;
const maxTitleLength = 100;
const maxTextLength = 4_000;

/** What a text is for. */
export const snippetKinds = ['comment', 'reject', 'cancel', 'hold', 'hand_back', 'request'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

const Kind = { ...OneOf(snippetKinds), description: 'What the text is for.' };
const Shared = Type.Boolean({ description: 'true: everybody reads it, and admins change it.' });

export const Snippet = Type.Object(
  { id: Id, kind: Kind, title: Type.String(), text: Type.String(), shared: Type.Boolean() },
  { title: 'Snippet' },
);
export type Snippet = Static<typeof Snippet>;
export const SnippetPage = PageOf(Snippet);

export const SnippetQuery = Type.Object({
  kind: Type.Optional(OneOf(snippetKinds)),
  ...pageParameters(['title', 'id'], 'title'),
});
export type SnippetQuery = Static<typeof SnippetQuery>;

const fields = {
  kind: Kind,
  title: Name(1, maxTitleLength, ['No access']),
  text: Text(1, maxTextLength, ['Nobody was there to let us in.']),
};
export const CreateSnippet = Type.Object({ ...fields, shared: Type.Optional(Shared) }, { title: 'CreateSnippet' });
export type CreateSnippet = Static<typeof CreateSnippet>;
export const ChangeSnippet = Changes('ChangeSnippet', { ...fields, shared: Shared });
export type ChangeSnippet = Static<typeof ChangeSnippet>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    snippets: SnippetsTable;
  }
}

interface SnippetsTable {
  id: GeneratedAlways<number>;
  /** null: shared */
  owner_id: string | null;
  kind: SnippetKind;
  title: string;
  text: string;
  created_at: Timestamp;
}
