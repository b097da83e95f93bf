import { askNpm, exitCodes, NotRun, runScript } from './npm.ts';

// `npm run advisories`: asks the registry for known vulnerabilities of the production dependencies, and whether the signatures
// of the installed packages are those of the registry.

interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
}

interface Signatures {
  invalid?: { name: string; version: string }[];
  missing?: { name: string; version: string }[];
}

/** Of lower ones many concern uses that a service has not; they are printed and do not fail. */
const failingSeverities = ['high', 'critical'];

/** @returns whether a vulnerability fails the check */
function checkVulnerabilities(): boolean {
  const { vulnerabilities } = askNpm('audit', '--omit=dev', '--json') as Audit;
  if (!vulnerabilities) throw new NotRun('npm audit: the answer has no vulnerabilities');
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, range, fixAvailable }] of found) {
    console.log(`${severity}: ${name} ${range}${fixAvailable ? ', a fix is available' : ''}`);
  }
  console.log(`${found.length} production packages have known vulnerabilities`);
  return found.some(([, { severity }]) => failingSeverities.includes(severity));
}

/** @returns whether a signature fails the check */
function checkSignatures(): boolean {
  const { invalid, missing } = askNpm('audit', 'signatures', '--json') as Signatures;
  if (!invalid || !missing) throw new NotRun('npm audit signatures: the answer has no signatures');
  for (const { name, version } of invalid) console.log(`the signature is wrong: ${name}@${version}`);
  for (const { name, version } of missing) console.log(`the signature is missing: ${name}@${version}`);
  console.log(`${invalid.length + missing.length} installed packages have no valid signature`);
  return invalid.length + missing.length > 0;
}

await runScript('advisories', () => {
  let failed = false;
  const notRun: string[] = [];
  for (const check of [checkVulnerabilities, checkSignatures]) {
    try {
      failed = check() || failed;
    } catch (error) {
      if (!(error instanceof NotRun)) throw error;
      notRun.push(error.message);
    }
  }
  for (const reason of notRun) console.error(`advisories did not run: ${reason}`);
  if (failed) return exitCodes.failed;
  return notRun.length > 0 ? exitCodes.notRun : 0;
});
