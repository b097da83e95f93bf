import type { BundleStorage } from '../../../platform/storage/bundle-storage.ts';
import { type BundleFilter, findBundles } from '../../../platform/storage/bundle-storage.ts';
import { BundleReader } from './bundle-reader.ts';
import { type ArchivedTicket, parseTicket, ticketFolder, ticketName } from './format.ts';
import { isFound, parseSearch } from './search-words.ts';
import { readManifest } from './verify-bundle.ts';

/** A ticket that was found, or a bundle that could not be read. */
export type SearchResult = { key: string; month: string; ticket: ArchivedTicket } | { key: string; fault: string };

/** Searches the tickets of all bundles, which are read one after the other; photos are not. */
export async function* searchBundles(
  bundles: BundleStorage,
  filter: BundleFilter,
  words: readonly string[],
): AsyncGenerator<SearchResult> {
  const search = parseSearch(words);
  for await (const { key, name } of findBundles(bundles, filter)) {
    let bundle: BundleReader | undefined;
    try {
      bundle = await BundleReader.open(bundles, key);
      const { tickets } = await readManifest(bundle, key);
      for (const id of tickets) {
        if (search.numbers.some((number) => number !== id)) continue;
        const ticket = parseTicket(await bundle.text(`${ticketFolder(id)}${ticketName}`));
        if (isFound(search, ticket)) yield { key, month: name.month, ticket };
      }
    } catch (error) {
      yield { key, fault: (error as Error).message };
    } finally {
      await bundle?.close();
    }
  }
}
