import { randomInt } from 'node:crypto';
import { startEmbeddedPostgres } from '../testing/postgres.ts';
import type { Program } from './lib/program.ts';
import { programNames as names } from './program-names.ts';

// `npm run chaos -- NAME [rounds] [seed]`: proves one figure of docs/reliability.md.

async function load(name: string): Promise<Program> {
  const { program } = (await import(`./${name}.ts`)) as { program: Program };
  return program;
}

async function usage(): Promise<void> {
  console.log('usage: npm run chaos -- NAME [rounds] [seed]\n');
  for (const name of names) {
    const { summary, rounds, unit } = await load(name);
    console.log(`  ${name.padEnd(16)} ${summary}\n${''.padEnd(19)}rounds: ${unit}, ${rounds} unless given`);
  }
}

async function run(name: string, rounds: string | undefined, seed = randomInt(2 ** 31)): Promise<boolean> {
  const program = await load(name);
  const task = { rounds: rounds === undefined ? program.rounds : Number(rounds), seed, isShort: false };
  console.log(`${name}: ${program.summary}\nseed     ${seed}\nrounds   ${task.rounds} (${program.unit})`);
  const began = performance.now();
  const server = await startEmbeddedPostgres();
  const interrupted = (): void => void server.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const { figure, problems } = await program.run({ ...task, server, log: (line) => console.log(`         ${line}`) });
    const seconds = Math.round((performance.now() - began) / 1000);
    for (const problem of problems.slice(0, 20)) console.log(`PROBLEM  ${problem}`);
    console.log(`figure   ${figure.replaceAll('\n', '\n         ')}\ntime     ${seconds} s`);
    console.log(`verdict  ${problems.length === 0 ? 'reached' : `NOT reached, ${problems.length} problems`}`);
    return problems.length === 0;
  } finally {
    await server.stop();
  }
}

const [name = '', rounds, seed] = process.argv.slice(2);
const wellFormed = [rounds, seed].every((value) => value === undefined || /^\d+$/.test(value));
if (names.includes(name) && wellFormed) {
  const reached = await run(name, rounds, seed === undefined ? undefined : Number(seed));
  process.exit(reached ? 0 : 1); // whatever a failed program has left open
}
await usage();
process.exitCode = name === '' ? 0 : 2;
