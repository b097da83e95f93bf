#!/usr/bin/env node
// Checks what `callout archive extract`, or any program that unpacks zip files, has made of a bundle, without code of the service
// (docs/reports.md, Archive):
//
//   node scripts/verify-archive.mjs FOLDER [head]
//
// FOLDER has a manifest.json with tickets, or is the folder of one ticket; folders in it are searched. A folder with the name of its
// bundle also shows a changed manifest. `head` is one that was written down earlier: it has to be in the chain of a ticket. Exit codes:
// 0 unchanged, 1 changed, 2 not checked.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const formatVersion = 1;
const [folder, knownHead] = process.argv.slice(2);

const problems = [];
const heads = new Set();
const counts = { tickets: 0, entries: 0, files: 0, missing: 0, replaced: 0 };

/** The SHA-256 of a file in hex; undefined when there is none. */
async function hashOf(path) {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

/** Reads a file of this format, and refuses others. */
async function readJson(path) {
  const value = JSON.parse(await readFile(path, 'utf8'));
  if (value.format !== formatVersion) throw new Error(`${path}: the format is not ${formatVersion}`);
  return value;
}

/** The hash of an entry: the SHA-256 of the hash before it and of the entry as JSON. */
function entryHash(previous, entry) {
  const { ticket_id, id, action, from_status, to_status, actor_name, comment, created_at, photo_id, photo_sha256 } = entry;
  const covered = { ticket_id, id, action, from_status, to_status, actor_name, comment, created_at, photo_id, photo_sha256 };
  return createHash('sha256').update(previous).update(JSON.stringify(covered)).digest();
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

/** Calculates the chain of a ticket again. An entry with a record keeps its hash, and the record has the one of its content. */
function checkJournal({ id, journal, chain, replacements = [] }, report) {
  if (!chain) {
    if (journal.length > 0) report('the journal has no hash chain');
    return;
  }
  const newestOf = new Map(replacements.map((record) => [record.entry_id, record]));
  const followersOf = byEntryBefore(replacements);
  let previous = Buffer.alloc(0);
  for (const entry of journal) {
    if (entry.ticket_id !== id) report(`entry ${entry.id} belongs to another ticket`);
    const calculated = entryHash(previous, entry).toString('hex');
    const record = newestOf.get(entry.id);
    const hash = record?.entry_hash ?? calculated;
    if (record && record.content_hash !== calculated) report(`entry ${entry.id} was changed`);
    if (entry.hash !== null && entry.hash !== hash) report(`entry ${entry.id} was changed`);
    if (record) counts.replaced++;
    heads.add(hash);
    previous = Buffer.from(hash, 'hex');
    for (const after of followersOf.get(entry.id) ?? []) {
      previous = replacementHash(previous, after);
      heads.add(previous.toString('hex'));
    }
  }
  if (journal.length !== chain.entries) report(`the journal has ${journal.length} entries, not ${chain.entries}`);
  if (previous.toString('hex') !== chain.head) report('the journal does not lead to the head of its chain');
  counts.entries += journal.length;
}

/** Compares the files of a ticket with ticket.json, and its photos with the journal. */
async function checkFiles(ticketFolder, { journal, photos, attachments }, report) {
  const received = new Map(journal.filter(({ action }) => action === 'photo_added').map((entry) => [entry.photo_id, entry]));
  const check = async ({ id, file, sha256 }, expected) => {
    if (file === null) {
      counts.missing++;
      return;
    }
    if (!/^(photos|attachments)\/\d+\.(jpg|png|webp)$/.test(file)) return report(`${file} is no name of a file`);
    const found = await hashOf(join(ticketFolder, file));
    counts.files++;
    if (found === undefined) report(`${file} is missing`);
    else if (found !== sha256) report(`${file} was changed`);
    else if (expected && found !== expected) report(`photo ${id} is not the file that was received`);
  };
  for (const photo of photos) await check(photo, received.get(photo.id)?.photo_sha256);
  for (const attachment of attachments) await check(attachment);
}

async function checkTicket(ticketFolder) {
  const report = (problem) => problems.push(`${relative(folder, ticketFolder) || '.'}: ${problem}`);
  const ticket = await readJson(join(ticketFolder, 'ticket.json'));
  counts.tickets++;
  checkJournal(ticket, report);
  await checkFiles(ticketFolder, ticket, report);
}

/** All files below a folder, with slashes. */
async function filesIn(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'));
}

/** Compares the files of a bundle with its manifest, and the manifest with the name of the bundle, which ends with a part of its hash. */
async function checkManifest(bundleFolder) {
  const report = (problem) => problems.push(`${relative(folder, bundleFolder) || '.'}: ${problem}`);
  const manifest = join(bundleFolder, 'manifest.json');
  const { files } = await readJson(manifest);
  const [, nameHash] = /^\d+-([0-9a-f]{32})$/.exec(basename(resolve(bundleFolder))) ?? [];
  if (nameHash && !(await hashOf(manifest)).startsWith(nameHash)) report('manifest.json is not the one that was written');
  const present = new Set(await filesIn(bundleFolder));
  present.delete('manifest.json');
  for (const { name, sha256 } of files) {
    if (!present.delete(name)) report(`${name} is missing`);
    else if ((await hashOf(join(bundleFolder, name))) !== sha256) report(`${name} was changed`);
  }
  for (const name of present) report(`${name} is not in the manifest`);
}

try {
  if (!folder) throw new Error('usage: verify-archive.mjs <folder> [head]');
  const found = (await filesIn(folder)).sort();
  const foldersWith = (name) =>
    found.filter((file) => file === name || file.endsWith(`/${name}`)).map((file) => join(folder, file, '..'));
  for (const bundle of foldersWith('manifest.json')) await checkManifest(bundle);
  for (const ticket of foldersWith('ticket.json')) await checkTicket(ticket);
  if (counts.tickets === 0) throw new Error(`${folder}: there is no ticket.json`);
  if (knownHead && !heads.has(knownHead)) problems.push('the head that was written down is not in a chain');
  for (const problem of problems) console.error(problem);
  const { tickets, entries, files, missing, replaced } = counts;
  const lost = missing > 0 ? `, ${missing} were missing when it was archived` : '';
  const names = replaced > 0 ? `, of ${replaced} entries the name was replaced` : '';
  if (problems.length === 0) console.log(`${tickets} tickets, ${entries} entries and ${files} files unchanged${lost}${names}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
