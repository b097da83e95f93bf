import { readFileSync, writeFileSync } from 'node:fs';
import { askNpm, runScript } from './npm.ts';

// `npm run sbom [-- FILE]`: writes the production dependencies of all platforms as a CycloneDX file, from the lock file.

interface Bom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string; properties: { name: string; value: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const [file = 'sbom.cdx.json'] = process.argv.slice(2);

await runScript('sbom', () => {
  // Not --omit=dev: npm would leave out production packages that a development tool needs as well, such as nodemailer.
  const bom = askNpm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--json') as Bom;
  const isDevelopment = ({ properties }: Bom['components'][number]) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  const omitted = new Set(bom.components.filter(isDevelopment).map((component) => component['bom-ref']));
  bom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name; // npm takes the name of the folder
  bom.components = bom.components.filter((component) => !omitted.has(component['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => !omitted.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => !omitted.has(name)) }));
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${file}: ${bom.components.length} packages`);
  return 0;
});
