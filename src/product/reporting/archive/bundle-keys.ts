import { type BundleName, type BundleStorage, bundlePrefix, parseBundleKey } from '../../../platform/storage/bundle-storage.ts';

/** Which bundles; without a value all. */
export interface BundleFilter {
  projectId?: number | undefined;
  month?: string | undefined;
}

/** The bundles of a project or a month, sorted by their keys. */
export async function* findBundles(
  bundles: BundleStorage,
  { projectId, month }: BundleFilter,
): AsyncGenerator<{ key: string; name: BundleName }> {
  const under = projectId === undefined ? bundlePrefix : `${bundlePrefix}${projectId}/${month === undefined ? '' : `${month}/`}`;
  for await (const key of bundles.keys(under)) {
    const name = parseBundleKey(key);
    if (name && (month === undefined || name.month === month)) yield { key, name };
  }
}
