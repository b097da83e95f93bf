import { type ChainedEntry, entryHash, type JournalReplacement, replacementHash } from '../../tickets/chain/entry-hash.ts';
import { type ArchivedTicket, parseTicket } from './format.ts';

type ArchivedEntry = ArchivedTicket['journal'][number];

/**
 * Checks the hash chain of an archived ticket, and that its photos are those of the journal.
 * @param text of ticket.json
 * @param hashOf the SHA-256 of a file in its folder; undefined when there is none
 * @returns one line for each fault; throws when it is no ticket
 */
export function ticketFaults(text: string, id: number, hashOf: (file: string) => string | undefined): string[] {
  const ticket = parseTicket(text);
  if (ticket.id !== id) return ['belongs to another ticket'];
  return [...journalFaults(ticket), ...fileFaults(ticket, hashOf)];
}

function journalFaults({ id, journal, chain, replacements = [] }: ArchivedTicket): string[] {
  if (!chain) return journal.length === 0 ? [] : ['the journal has no hash chain'];
  if (journal.length !== chain.entries) return [`the journal has ${journal.length} entries, not ${chain.entries}`];
  const newestOf = new Map(replacements.map((record) => [record.entry_id, record]));
  const followersOf = Map.groupBy(replacements, ({ after_entry_id }) => after_entry_id);
  let previous: Buffer = Buffer.alloc(0);
  for (const entry of journal) {
    if (entry.ticket_id !== id) return [`entry ${entry.id} of the journal belongs to another ticket`];
    const calculated = entryHash(previous, chained(entry));
    const record = newestOf.get(entry.id);
    const isAsWritten = record
      ? calculated.toString('hex') === record.content_hash && entry.hash === record.entry_hash
      : entry.hash === null || entry.hash === calculated.toString('hex');
    if (!isAsWritten) return [`entry ${entry.id} of the journal was changed`];
    previous = record ? Buffer.from(record.entry_hash, 'hex') : calculated;
    for (const after of followersOf.get(entry.id) ?? []) {
      previous = replacementHash(previous, replacement(after));
    }
  }
  return previous.toString('hex') === chain.head ? [] : ['the journal does not lead to the head of its chain'];
}

/** As the service reads an entry from its database. */
const chained = (entry: ArchivedEntry): ChainedEntry =>
  ({
    ...entry,
    from_status: entry.from_status === '' ? null : entry.from_status,
    photo_sha256: entry.photo_sha256 === null ? null : Buffer.from(entry.photo_sha256, 'hex'),
  }) as ChainedEntry;

const replacement = (record: NonNullable<ArchivedTicket['replacements']>[number]): JournalReplacement => ({
  ...record,
  entry_hash: Buffer.from(record.entry_hash, 'hex'),
  content_hash: Buffer.from(record.content_hash, 'hex'),
});

function fileFaults({ journal, photos, attachments }: ArchivedTicket, hashOf: (file: string) => string | undefined): string[] {
  const received = new Map(journal.filter(({ action }) => action === 'photo_added').map((entry) => [entry.photo_id, entry]));
  const faults: string[] = [];
  for (const { file, sha256 } of [...photos, ...attachments]) {
    if (file !== null && hashOf(file) !== sha256) faults.push(`${file} is not the file of this ticket`);
  }
  for (const { id, sha256 } of photos) {
    const expected = received.get(id)?.photo_sha256;
    if (expected && sha256 !== null && sha256 !== expected) faults.push(`photo ${id} is not the file that was received`);
  }
  return faults;
}
