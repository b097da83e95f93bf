import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

// What a bundle contains (docs/reports.md, Archive). The first version of the format; a reader refuses others.

export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const ticketName = 'ticket.json';
export const jobSheetName = 'report.pdf';

/** The names of all files of a bundle. Nothing else is written when one is extracted, so no name leads out of the folder. */
const filePattern =
  /^(manifest\.json|tickets\/([1-9]\d{0,9})\/(ticket\.json|report\.pdf|(photos|attachments)\/[1-9]\d{0,9}\.(jpg|png|webp)))$/;

export const isBundleFileName = (name: string): boolean => filePattern.test(name);

/** @returns the ticket that a file belongs to; undefined for the manifest */
export function ticketOf(name: string): number | undefined {
  const ticket = filePattern.exec(name)?.[2];
  return ticket === undefined ? undefined : Number(ticket);
}

export const ticketFolder = (ticketId: number): string => `tickets/${ticketId}/`;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Sha256OrNull = Type.Union([Sha256, Type.Null()]);
const Id = Type.Integer({ minimum: 1 });

const BundleManifest = Type.Object({
  format: Type.Literal(formatVersion),
  /** random, so that no two bundles have the same manifest */
  id: Type.String(),
  project: Type.Object({ id: Id, name: Type.String() }),
  month: Type.String(),
  created_at: Type.String(),
  tickets: Type.Array(Id),
  files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer(), sha256: Sha256 })),
  /** photos and attachments whose file was missing in the storage, and job sheets that could not be rendered */
  missing: Type.Array(Type.String()),
});
export type BundleManifest = Static<typeof BundleManifest>;

const ArchivedFile = Type.Object({
  id: Id,
  /** in the folder of the ticket; null: the file was missing in the storage */
  file: Type.Union([Type.String(), Type.Null()]),
  sha256: Sha256OrNull,
  original_name: Type.String(),
  content_type: Type.String(),
  size_bytes: Type.Integer(),
  created_at: Type.String(),
});

const JournalEntry = Type.Object({
  ticket_id: Id,
  id: Type.Integer(),
  action: Type.String(),
  from_status: Type.String(),
  to_status: Type.String(),
  actor_name: Type.String(),
  comment: Type.String(),
  created_at: Type.String(),
  photo_id: Type.Union([Type.Integer(), Type.Null()]),
  photo_sha256: Sha256OrNull,
  /** as it was written together with the entry; null for entries that are older than the chain */
  hash: Sha256OrNull,
});

/** A record in the chain that the name of an author was replaced. Hashes are in hex. */
const Replacement = Type.Object({
  ticket_id: Id,
  id: Type.Integer(),
  entry_id: Type.Integer(),
  after_entry_id: Type.Integer(),
  replaced_at: Type.String(),
  replaced_by: Type.String(),
  entry_hash: Sha256,
  content_hash: Sha256,
});

const PricedLine = Type.Object({
  kind: Type.String(),
  text: Type.String(),
  /** a decimal */
  quantity: Type.String(),
  unit: Type.String(),
  unit_price: Type.Integer(),
  amount: Type.Integer(),
});
const CostLine = Type.Object({ ...PricedLine.properties, worker_name: Type.String(), on: Type.String() });

const ArchivedTicket = Type.Object({
  format: Type.Literal(formatVersion),
  id: Id,
  status: Type.String(),
  category: Type.String(),
  priority: Type.String(),
  description: Type.String(),
  floor: Type.String(),
  address: Type.String(),
  project: Type.Object({ id: Id, name: Type.String() }),
  object: Type.Object({ id: Id, name: Type.String() }),
  client_name: Type.String(),
  worker_name: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  closed_at: Type.String(),
  /** the other times and reasons, those that are set */
  facts: Type.Record(Type.String(), Type.String()),
  rework_count: Type.Integer(),
  journal: Type.Array(JournalEntry),
  /** null: the ticket has no chain */
  chain: Type.Union([
    Type.Object({ head: Sha256, entries: Type.Integer(), since: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  /** in the order of the chain; left out when there is none */
  replacements: Type.Optional(Type.Array(Replacement)),
  comments: Type.Array(
    Type.Object({
      id: Id,
      author_name: Type.String(),
      author_role: Type.String(),
      text: Type.String(),
      created_at: Type.String(),
    }),
  ),
  hand_backs: Type.Array(Type.Object({ worker_name: Type.String(), reason: Type.String(), created_at: Type.String() })),
  /** Bundles of earlier releases lack these three. */
  edits: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String(),
        from: Type.String(),
        to: Type.String(),
        actor_name: Type.String(),
        created_at: Type.String(),
      }),
    ),
  ),
  links: Type.Optional(Type.Array(Type.Object({ kind: Type.String(), direction: Type.String(), ticket_id: Id }))),
  tags: Type.Optional(Type.Array(Type.String())),
  /** null: none; left out in bundles of earlier releases */
  equipment: Type.Optional(Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()])),
  /** what another system called it; left out when it had no such name */
  reference: Type.Optional(Type.String()),
  /** bundles of older releases have neither these nor appointments */
  holds: Type.Optional(
    Type.Array(
      Type.Object({
        by_name: Type.String(),
        reason: Type.String(),
        note: Type.String(),
        since: Type.String(),
        until: Type.Union([Type.String(), Type.Null()]),
        ended_at: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  ),
  appointments: Type.Optional(
    Type.Array(
      Type.Object({
        set_by_name: Type.String(),
        from: Type.String(),
        to: Type.String(),
        note: Type.String(),
        set_at: Type.String(),
        answer: Type.Union([Type.String(), Type.Null()]),
        answer_note: Type.String(),
        ended_at: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  ),
  /** left out when there are none, and in bundles of older releases, as quotes; amounts are in minor units of the currency */
  costs: Type.Optional(
    Type.Object({
      currency: Type.String(),
      lines: Type.Array(
        Type.Object({ id: Id, ...CostLine.properties, created_by_name: Type.String(), created_at: Type.String() }),
      ),
      /** lines as they were before */
      edits: Type.Array(
        Type.Object({
          cost_id: Id,
          change: Type.String(),
          before: CostLine,
          actor_name: Type.String(),
          created_at: Type.String(),
        }),
      ),
    }),
  ),
  quotes: Type.Optional(
    Type.Array(
      Type.Object({
        status: Type.String(),
        currency: Type.String(),
        total: Type.Integer(),
        lines: Type.Array(PricedLine),
        note: Type.String(),
        valid_until: Type.Union([Type.String(), Type.Null()]),
        sent_by_name: Type.String(),
        sent_at: Type.String(),
        answered_by_name: Type.String(),
        ended_at: Type.Union([Type.String(), Type.Null()]),
        reason: Type.String(),
      }),
    ),
  ),
  /** null: the ticket had none; bundles of older releases lack it */
  checklist: Type.Optional(
    Type.Union([
      Type.Object({
        name: Type.String(),
        items: Type.Array(
          Type.Object({
            label: Type.String(),
            kind: Type.String(),
            required: Type.Boolean(),
            unit: Type.String(),
            /** as text; null: not answered, or a photo */
            value: Type.Union([Type.String(), Type.Null()]),
            photo_id: Type.Union([Id, Type.Null()]),
            state: Type.String(),
            answered_by_name: Type.String(),
            answered_at: Type.Union([Type.String(), Type.Null()]),
          }),
        ),
      }),
      Type.Null(),
    ]),
  ),
  photos: Type.Array(Type.Object({ ...ArchivedFile.properties, uploader_name: Type.String() })),
  attachments: Type.Array(
    Type.Object({
      ...ArchivedFile.properties,
      kind: Type.String(),
      comment_id: Type.Union([Type.Integer(), Type.Null()]),
      author_name: Type.String(),
      /** empty: it is no signature; bundles of older releases lack it */
      signed_by: Type.Optional(Type.String()),
    }),
  ),
});
export type ArchivedTicket = Static<typeof ArchivedTicket>;

const manifestCheck = Compile(BundleManifest);
const ticketCheck = Compile(ArchivedTicket);

/** @throws when it is no manifest of this version */
export function parseManifest(text: string): BundleManifest {
  const manifest: unknown = JSON.parse(text);
  if (!manifestCheck.Check(manifest)) throw new Error('is no manifest of this version');
  return manifest;
}

/** @throws when it is no ticket of this version */
export function parseTicket(text: string): ArchivedTicket {
  const ticket: unknown = JSON.parse(text);
  if (!ticketCheck.Check(ticket)) throw new Error('is no ticket of this version');
  return ticket;
}
