import type { BundleStorage } from '../platform/storage/bundle-storage.ts';
import { type BundleFilter, findBundles } from '../platform/storage/bundle-storage.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { extractBundles, extractTicket } from '../product/reporting/archive/extract-bundles.ts';
import { searchBundles } from '../product/reporting/archive/search-bundles.ts';
import { checkBundle } from '../product/reporting/archive/verify-bundle.ts';
import { type Command, commandContext, exitCodes, UsageError } from './command.ts';

// Reads the storage only, so it works without the database.

export const command: Command = {
  summary: 'Checks, searches and extracts what retention has archived.',
  usage: 'verify | search WORDS | extract [NUMBER] --to DIR',
  details: [
    'verify   checks every file and the hash chain of every ticket; one line for each fault',
    'search   lists the tickets that have all words: in number, description, object, address, project, reasons, comments',
    'extract  writes the files of a ticket, or of a project and month, into a folder',
    '',
    `Exit code ${exitCodes.failed}: there is a fault, or nothing was found.`,
  ].join('\n'),
  options: {
    project: 'only this project, by its id',
    month: 'only requests that were closed in this month (YYYY-MM, in UTC)',
    to: 'the folder that extract writes into',
  },
  positionals: 'any',
  run: async ({ positionals: [action = '', ...rest], options }) => {
    const filter = filterOf(options);
    const work = workOf(action, rest, filter, options.get('to'));
    const { config } = commandContext();
    const { bundles } = await openStorage(config);
    return work(bundles);
  },
};

function filterOf(options: ReadonlyMap<string, string>): BundleFilter {
  const [project, month] = [options.get('project'), options.get('month')];
  if (project !== undefined && !/^[1-9]\d{0,9}$/.test(project)) throw new UsageError('--project must be the id of a project');
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError('--month must look like 2026-03');
  return { projectId: project === undefined ? undefined : Number(project), month };
}

type Work = (bundles: BundleStorage) => Promise<number>;

function workOf(action: string, rest: readonly string[], filter: BundleFilter, to: string | undefined): Work {
  if (action === 'verify' && rest.length === 0 && to === undefined) return (bundles) => verify(bundles, filter);
  if (action === 'search' && rest.length > 0 && to === undefined) return (bundles) => search(bundles, filter, rest);
  if (action === 'extract' && to !== undefined) {
    const [number] = rest;
    if (rest.length === 1 && number && /^#?[1-9]\d{0,9}$/.test(number)) {
      return (bundles) => extract(bundles, filter, to, Number(number.replace('#', '')));
    }
    if (rest.length === 0 && filter.projectId !== undefined && filter.month !== undefined) {
      return (bundles) => extract(bundles, filter, to);
    }
  }
  throw new UsageError(
    'usage: callout archive verify | search WORDS | extract NUMBER --to DIR | extract --project ID --month YYYY-MM --to DIR',
  );
}

async function verify(bundles: BundleStorage, filter: BundleFilter): Promise<number> {
  const total = { bundles: 0, tickets: 0, files: 0, missing: 0, faults: 0 };
  for await (const { key } of findBundles(bundles, filter)) {
    const { faults, ...counts } = await checkBundle(bundles, key, true);
    for (const fault of faults) console.log(printable(`${key}: ${fault}`));
    total.bundles++;
    total.faults += faults.length;
    for (const name of ['tickets', 'files', 'missing'] as const) total[name] += counts[name];
  }
  const missing = total.missing > 0 ? `, ${total.missing} files were missing when they were written` : '';
  console.log(`${total.bundles} bundles, ${total.tickets} tickets, ${total.files} files, ${total.faults} faults${missing}`);
  return total.faults > 0 ? exitCodes.failed : 0;
}

async function search(bundles: BundleStorage, filter: BundleFilter, words: readonly string[]): Promise<number> {
  let found = 0;
  let faults = 0;
  for await (const result of searchBundles(bundles, filter, words)) {
    if ('fault' in result) {
      faults++;
      console.error(printable(`${result.key}: ${result.fault}`));
      continue;
    }
    found++;
    const { month, ticket } = result;
    const [title = ''] = ticket.description.split('\n');
    const columns = [`${ticket.project.id} ${ticket.project.name}`, month, `#${ticket.id}`, title.slice(0, 100)];
    console.log(columns.map(printable).join('\t'));
  }
  return found === 0 || faults > 0 ? exitCodes.failed : 0;
}

async function extract(bundles: BundleStorage, filter: BundleFilter, to: string, number?: number): Promise<number> {
  const { files, faults, keys } =
    number === undefined ? await extractBundles(bundles, filter, to) : await extractTicket(bundles, number, filter, to);
  for (const fault of faults) console.error(printable(fault));
  if (keys.length === 0) console.error('there is no such archive');
  else console.log(`${files} files from ${number === undefined ? `${keys.length} bundles` : keys[0]} in ${to}`);
  if (number !== undefined && keys.length > 1) console.log(`archived before in ${keys.slice(1).join(', ')}`);
  return faults.length > 0 || keys.length === 0 ? exitCodes.failed : 0;
}

/** Without control characters, which a terminal would obey. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
