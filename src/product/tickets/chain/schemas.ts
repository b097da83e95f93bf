import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, OneOf, PageOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

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
    replaced_at: Type.Optional({
      ...Timestamp,
      description: 'When the name of its author was replaced; the hash is the one from before.',
    }),
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
    replaced: Type.Integer({ description: 'Of how many entries the name of the author was replaced since they were written.' }),
    since: Type.Optional({
      ...Timestamp,
      description: 'From when on changes are noticed: the first entry. Left out when an upgrade calculated the chain afterwards.',
    }),
    hashes: Type.Array(ChainHash, { description: 'A page of the entries, the oldest first, with their recalculated hashes.' }),
  },
  { title: 'TicketChain' },
);
export type TicketChain = Static<typeof TicketChain>;

export const ReplacementQuery = Type.Object(pageParameters(['id'], 'id'));
export type ReplacementQuery = Static<typeof ReplacementQuery>;

const ChainReplacement = Type.Object(
  {
    ticket_id: Id,
    id: Type.Integer(),
    entry_id: Type.Integer({ description: 'The entry whose author has another name since.' }),
    after_entry_id: Type.Integer({ description: 'The entry after which the record stands in the chain.' }),
    replaced_at: Timestamp,
    replaced_by: { ...Uuid, description: 'The admin.' },
    entry_hash: { ...Sha256, description: 'Of the entry as it was written: the link that stays in the chain.' },
    content_hash: { ...Sha256, description: 'Of the entry with the new name, calculated in the same way.' },
    hash: { ...Sha256, description: 'Of the record: the next link of the chain.' },
  },
  { title: 'ChainReplacement' },
);
export type ChainReplacement = Static<typeof ChainReplacement>;
export const ChainReplacementPage = PageOf(ChainReplacement);
