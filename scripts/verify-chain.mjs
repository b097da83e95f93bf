#!/usr/bin/env node
// Checks the hash chain of a ticket without code of the service (docs/reports.md, Hash chain), from what its API answers:
//
//   CALLOUT_TOKEN=... node scripts/verify-chain.mjs https://callout.example.com 42 [head]
//
// `head` is one that was written down earlier: it has to be in the chain. Exit codes: 0 unchanged, 1 changed, 2 not checked.

import { createHash } from 'node:crypto';

const pageSize = 100;
const [server, ticket, knownHead] = process.argv.slice(2);
const token = process.env['CALLOUT_TOKEN'];

/** @throws with the address and the cause: those of fetch() have neither */
async function fetchFrom(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    const { origin } = new URL(url, server);
    throw new Error(`${origin} cannot be reached: ${error.cause?.message || error.cause?.code || error.message}`);
  }
}

/** Reads one path of the API. */
async function get(path) {
  const response = await fetchFrom(new URL(path, server), { headers: { authorization: `Bearer ${token}` } });
  const body = await response.json();
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${body.error}`);
  return body;
}

/** Reads all pages of a list. */
async function getAll(path, key) {
  const items = [];
  for (let more = true; more; ) {
    const page = (await get(`${path}limit=${pageSize}&offset=${items.length}`))[key];
    items.push(...page);
    more = page.length === pageSize;
  }
  return items;
}

/** The hash of an entry: the SHA-256 of the hash before it and of the entry as JSON. */
function entryHash(previous, event, { photo_id, photo_sha256 }) {
  const { ticket_id, id, action, from_status, to_status, actor_name, comment, created_at } = event;
  const entry = { ticket_id, id, action, from_status, to_status, actor_name, comment, created_at, photo_id, photo_sha256 };
  return createHash('sha256').update(previous).update(JSON.stringify(entry)).digest();
}

/** The records by the entry after which they stand in the chain. */
function byEntryBefore(replacements) {
  const records = new Map(replacements.map(({ after_entry_id }) => [after_entry_id, []]));
  for (const record of replacements) records.get(record.after_entry_id).push(record);
  return records;
}

/** The hash of a record that the name of an author was replaced: as that of an entry. */
function replacementHash(previous, record) {
  const { ticket_id, id, entry_id, after_entry_id, replaced_at, replaced_by, entry_hash, content_hash } = record;
  const covered = { ticket_id, id, entry_id, after_entry_id, replaced_at, replaced_by, entry_hash, content_hash };
  return createHash('sha256').update(previous).update(JSON.stringify(covered)).digest();
}

/**
 * The photos that an entry added, that no entry removed, and that are gone all the same. Entries of older releases do not name the photo
 * that they removed.
 */
function missingPhotos(events, hashes, photos, entries) {
  const photoOf = new Map(hashes.map(({ id, photo_id }) => [id, photo_id]));
  const idsOf = (action, some) => some.filter((event) => event.action === action).map(({ id }) => photoOf.get(id) ?? null);
  const removed = idsOf('photo_removed', events);
  const added = idsOf('photo_added', events.slice(0, entries)).filter((id) => id !== null);
  const missing = added.filter((id) => !removed.includes(id) && !photos.has(id));
  return missing.length > removed.filter((id) => id === null).length ? missing : [];
}

/** Compares the files of the photos with the journal. */
async function checkFiles(hashes, photos) {
  const problems = [];
  for (const { photo_id, photo_sha256 } of hashes) {
    const photo = photos.get(photo_id);
    if (!photo || photo_sha256 === null) continue;
    const response = await fetchFrom(photo.url);
    if (!response.ok) throw new Error(`photo ${photo_id}: ${response.status}`);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    if (sha256 !== photo_sha256) problems.push(`the file of photo ${photo_id} is not the one that was received`);
  }
  return problems;
}

/** Calculates the chain. @returns what is wrong with it */
async function verify() {
  const { head, entries } = await get(`/ext/tickets/${ticket}/chain?limit=1`);
  // Before the journal, which then has an entry for each photo that is removed meanwhile.
  const photos = new Map((await getAll(`/tickets/${ticket}/photos?`, 'items')).map((photo) => [photo.id, photo]));
  const events = await getAll(`/tickets/${ticket}/events?sort=id&order=asc&`, 'items');
  const hashes = await getAll(`/ext/tickets/${ticket}/chain?`, 'hashes');
  const replacements = await getAll(`/ext/tickets/${ticket}/chain/replacements?sort=id&order=asc&`, 'items');
  const known = new Map(hashes.map((entry) => [entry.id, entry]));
  const replaced = new Set();
  const problems = [];
  const calculated = [];
  const newestOf = new Map(replacements.map((record) => [record.entry_id, record]));
  const followersOf = byEntryBefore(replacements);
  let previous = Buffer.alloc(0);
  // Without the entries that were written after the first answer.
  for (const event of events.slice(0, entries)) {
    const photo = known.get(event.id) ?? { photo_id: null, photo_sha256: null };
    const content = entryHash(previous, event, photo).toString('hex');
    // An entry with a record keeps its hash, and the record has the one of its content.
    const record = newestOf.get(event.id);
    if (record) replaced.add(event.id);
    if (record && record.content_hash !== content) problems.push(`entry ${event.id} is not the one whose name was replaced`);
    calculated.push(record?.entry_hash ?? content);
    previous = Buffer.from(calculated.at(-1), 'hex');
    for (const after of followersOf.get(event.id) ?? []) {
      previous = replacementHash(previous, after);
      calculated.push(previous.toString('hex'));
    }
  }
  problems.push(...(await checkFiles(hashes, photos)));
  for (const id of missingPhotos(events, hashes, photos, entries)) problems.push(`photo ${id} was removed without an entry`);
  if (calculated.at(-1) !== head) problems.push('the journal does not lead to the head of its chain');
  if (knownHead && !calculated.includes(knownHead)) problems.push('the head that was written down is not in the chain');
  return { head, entries, replaced, problems };
}

try {
  if (!server || !ticket || !token) throw new Error('usage: CALLOUT_TOKEN=... verify-chain.mjs <address> <ticket> [head]');
  const { head, entries, replaced, problems } = await verify();
  for (const problem of problems) console.error(problem);
  const names = replaced.size > 0 ? `, the name replaced in ${[...replaced].join(', ')}` : '';
  if (problems.length === 0) console.log(`ticket ${ticket}: ${entries} entries unchanged${names}, head ${head}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
