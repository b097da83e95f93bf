import { type Static, Type } from 'typebox';
import { pageParameters } from '../../platform/http/pagination.ts';
import { Id, OneOf, Timestamp } from '../../platform/http/schemas.ts';

const { limit, offset } = pageParameters(['id'], 'id');
export const ChainQuery = Type.Object({ limit, offset });
export type ChainQuery = Static<typeof ChainQuery>;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hex.' });

const ChainHash = Type.Object(
  {
    id: Type.Integer({ description: 'The entry of the journal.' }),
    hash: Sha256,
    photo_id: Type.Union([Id, Type.Null()], { description: 'The photo that the entry is about, where it is known.' }),
    photo_sha256: Type.Union([Sha256, Type.Null()], { description: 'Of the file of an added photo, as it was stored.' }),
  },
  { title: 'ChainHash' },
);
export type ChainHash = Static<typeof ChainHash>;

export const TicketChain = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the journal is the one that was written.' }),
    reason: Type.Optional({
      ...OneOf(['no_chain', 'entries_missing', 'entries_added', 'entry_changed', 'photo_missing']),
      description: 'Why it is not.',
    }),
    entry_id: Type.Optional(Type.Integer({ description: 'The first entry whose hash is not the one that was written.' })),
    head: Type.String({ description: 'The hash of the newest entry when it was written, in hex; empty without a chain.' }),
    entries: Type.Integer({ description: 'How many entries the journal has.' }),
    since: Type.Optional({
      ...Timestamp,
      description: 'From when on changes are noticed: the first entry. Left out when an upgrade calculated the chain afterwards.',
    }),
    hashes: Type.Array(ChainHash, { description: 'A page of the entries, the oldest first, with their recalculated hashes.' }),
  },
  { title: 'TicketChain' },
);
export type TicketChain = Static<typeof TicketChain>;
