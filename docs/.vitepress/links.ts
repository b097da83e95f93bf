import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..', '..');

/** Files outside of docs/ that are pages as well, and their address. */
export const outerPages: Record<string, string> = {
  'SECURITY.md': 'security.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'clients/typescript/README.md': 'client-library.md',
};

/** Generated pages that take the place of a file. */
const replacedFiles: Record<string, string> = { 'docs/openapi.json': 'reference/index.md' };

/** @returns the page of a source file, or undefined when it has none; both are relative paths */
export function pageOf(file: string): string | undefined {
  if (file in outerPages) return outerPages[file];
  if (file in replacedFiles) return replacedFiles[file];
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return undefined;
  return file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/**
 * Sources link to files, as GitHub shows them; the site has pages.
 * @param file the source file with the link, relative to the repository
 * @param repositoryUrl the address under which the files of the repository are shown, ending in a slash
 * @returns the link of the site; undefined for a file that has no page while there is no repositoryUrl
 */
export function siteLink(file: string, href: string, repositoryUrl?: string): string | undefined {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const isFolder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
  const page = pageOf(isFolder ? posix.join(target, 'README.md') : target);
  const suffix = anchor ? `#${anchor}` : '';
  if (page && (!isFolder || existsSync(join(root, target, 'README.md')))) return `/${page}${suffix}`;
  return repositoryUrl && `${repositoryUrl}${target}${suffix}`;
}

/** @returns the id of a heading as GitHub makes it, so that links work there and on the site */
export const headingId = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
