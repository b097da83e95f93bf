// package.json and the lock file of the package that `npm run package` makes.

interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
  [field: string]: unknown;
}

/** package-lock.json or npm-shrinkwrap.json, which have one form. */
export interface LockFile {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

type Manifest = Record<string, unknown>;

/** What an installed package needs: neither scripts nor development tools. */
const manifestFields = [
  ...['name', 'version', 'private', 'description', 'license', 'type', 'bin', 'engines'],
  ...['dependencies', 'optionalDependencies'],
];

/** @returns package.json of the package, whose platforms are those of its Node. @param checkout package.json of the checkout */
export function packageManifest(checkout: Manifest): Manifest {
  const kept = Object.entries(checkout).filter(([field]) => manifestFields.includes(field));
  return { ...Object.fromEntries(kept), os: ['darwin', 'linux'], cpu: ['arm64', 'x64'] };
}

/**
 * The versions and checksums of the production packages: npm installs them for whoever installs the package, and publishes
 * them under this name only.
 * @param lock package-lock.json of the checkout
 */
export function shrinkwrap(lock: LockFile, { dependencies, optionalDependencies, ...manifest }: Manifest): LockFile {
  const { '': _, ...packages } = lock.packages;
  const production = Object.entries(packages).filter(([, { dev = false }]) => !dev);
  const { name, version, license, bin, engines, os, cpu } = manifest;
  const root = { name, version, license, os, cpu, dependencies, optionalDependencies, bin, engines };
  return { ...lock, packages: { '': root, ...Object.fromEntries(production) } };
}
