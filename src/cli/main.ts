import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../platform/config/config.ts';
import { version } from '../platform/lib/version.ts';
import { isExpected } from '../service/run.ts';
import { type Command, exitCodes, UsageError } from './command.ts';

// `callout <command>`: loads the command's file and runs it. bin/callout.js calls it.

const commands: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  start: () => import('./start.ts'),
  serve: () => import('./serve.ts'),
  demo: () => import('./demo.ts'),
  migrate: () => import('./migrate.ts'),
  recount: () => import('./recount.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  sessions: () => import('./sessions.ts'),
  admin: () => import('./admin.ts'),
  doctor: () => import('./doctor.ts'),
  work: () => import('./work.ts'),
  psql: () => import('./psql.ts'),
  archive: () => import('./archive.ts'),
  sweep: () => import('./sweep-photo-files.ts'),
  bucket: () => import('./bucket.ts'),
  openapi: () => import('./openapi.ts'),
  'link-postgres': () => import('./link-postgres.ts'),
};

/** Runs one command and sets the exit code. @param args what follows `callout` */
export async function main(args: string[]): Promise<void> {
  const [name = '--help', ...rest] = args;
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (load) process.exitCode = await runCommand(name, (await load()).command, rest);
    else if (['help', '--help', '-h'].includes(name)) console.log(await overview());
    else if (['version', '--version', '-v'].includes(name)) console.log(version);
    else throw new UsageError(`there is no command ${name}; callout --help lists all`);
  } catch (error) {
    const { message, stack } = error as Error;
    const isUsage = error instanceof UsageError || error instanceof ConfigError;
    console.error(`callout: ${isUsage || isExpected(error as Error) ? message : stack}`);
    process.exitCode = isUsage ? exitCodes.wrongUsage : exitCodes.failed;
  }
}

async function runCommand(name: string, command: Command, args: string[]): Promise<number | undefined> {
  const { positionals: expected = 0 } = command;
  const { values, positionals } = parse(name, command, args);
  if (values['help']) {
    console.log(helpOf(name, command));
    return 0;
  }
  if (expected !== 'any' && positionals.length !== expected) throw new UsageError(`usage: ${usageOf(name, command)}`);
  const given = Object.entries(values);
  return command.run({
    positionals,
    flags: new Set(given.filter(([, value]) => value === true).map(([flag]) => flag)),
    options: new Map(given.flatMap(([option, value]) => (typeof value === 'string' ? [[option, value]] : []))),
  });
}

function parse(name: string, { flags = {}, options: withValue = {} }: Command, args: string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean' } };
  for (const flag of Object.keys(flags)) options[flag] = { type: 'boolean' };
  for (const option of Object.keys(withValue)) options[option] = { type: 'string' };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, positionals: positionals.filter((value) => value !== '') }; // of an unset shell variable in quotes
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; see callout ${name} --help`);
  }
}

const usageOf = (name: string, { usage = '' }: Command): string => `callout ${name} ${usage}`.trim();

function helpOf(name: string, command: Command): string {
  const flags = Object.entries({ ...command.flags, ...command.options }).map(
    ([flag, meaning]) => `  --${flag.padEnd(18)} ${meaning}`,
  );
  return [
    `usage: ${usageOf(name, command)}`,
    '',
    command.summary,
    ...(command.details ? ['', command.details] : []),
    ...flags,
  ].join('\n');
}

async function overview(): Promise<string> {
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(15)}${(await load()).command.summary}`),
  );
  return ['usage: callout <command>', '', ...all, '', 'callout <command> --help says more about one of them.'].join('\n');
}
