/** No key is smaller. */
export const smallestUuid = '00000000-0000-0000-0000-000000000000';

/**
 * Works through a table in batches, in the order of a key that is a UUID.
 * @param runBatch handles the rows whose keys follow `after`, and returns the last key, or undefined when no further rows follow
 */
export async function forEachKeyBatch(runBatch: (after: string) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = smallestUuid; after !== undefined; ) after = await runBatch(after);
}
