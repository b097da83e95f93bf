import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

// Which test files are nearest to a source file: those that import it, then those that speak of it.

/** Long runs, plans of statements, and tests of a service in another process, which few faults need. */
const excluded = /^test\/(chaos|embedded|process|upgrade|client)\/|-plans\.test\.ts$/;
/** Names that nearly every folder has. */
const commonNames = ['index', 'queries', 'actions', 'routes', 'schemas', 'tables', 'module', 'src', 'product', 'platform', 'web'];

interface Test {
  path: string;
  text: string;
  /** by source file, how many imports lead to it */
  distances: Map<string, number>;
}

const importsOfFile = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const known = importsOfFile.get(file);
  if (known) return known;
  const { staticImports, staticExports, dynamicImports } = parseSync(file, readFileSync(file, 'utf8')).module;
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => readFileSync(file, 'utf8').slice(start + 1, end - 1)),
  ];
  const files = names.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name));
  const found = files.filter((path) => /\.tsx?$/.test(path) && existsSync(path));
  importsOfFile.set(file, found);
  return found;
}

function distancesFrom(file: string): Map<string, number> {
  const distances = new Map([[file, 0]]);
  // A map is walked in the order in which it was filled, and what is added on the way is reached, too.
  for (const [from, distance] of distances) {
    for (const to of importsOf(from)) if (!distances.has(to)) distances.set(to, distance + 1);
  }
  return distances;
}

/** @returns every test file that can be near to a source file */
export const readTests = (): Test[] =>
  globSync('test/**/*.test.ts')
    .filter((path) => !excluded.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8').toLowerCase(), distances: distancesFrom(path) }));

/** @returns the paths that routes of a file have, or those beside it, and the names that it exports */
function usedNames(source: string): string[] {
  const routes = join(dirname(source), 'routes.ts');
  const texts = [source, ...(existsSync(routes) ? [routes] : [])].map((file) => readFileSync(file, 'utf8'));
  const paths = texts.flatMap((text) => [...text.matchAll(/'((\/[a-z-]{3,})+)/g)]);
  const exports = texts.slice(0, 1).flatMap((text) => [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]);
  return [...new Set([...paths, ...exports].map(([, name = '']) => name.replace(/^\/ext\//, '/').toLowerCase()))];
}

/** @returns the test files that import a source file, also by way of others, the nearest ones first */
export function nearest(tests: readonly Test[], source: string): string[] {
  const folders = source
    .split(/[/.]/)
    .slice(0, -1)
    .filter((name) => !commonNames.includes(name));
  const words = [...new Set(folders.flatMap((name) => [name, ...name.split('-')]))].filter((word) => word.length > 3);
  const singular = words.map((word) => word.replace(/s$/, ''));
  const names = usedNames(source);
  const scoreOf = ({ path, text, distances }: Test): number => {
    const count = (word: string): number => Math.min(text.split(word).length - 1, 20);
    const inPath = singular.filter((word) => path.includes(word)).length;
    const inText = [...names, ...singular].reduce((sum, word) => sum + count(word), 0);
    return (distances.get(source) === 1 ? 100 : 0) + 30 * inPath + inText;
  };
  return tests
    .filter(({ distances }) => distances.has(source))
    .map((test) => ({ path: test.path, score: scoreOf(test) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ path }) => path);
}
