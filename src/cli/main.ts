import { parseArgs } from 'node:util';
import { ConfigError } from '../platform/config/config.ts';
import { isExpected } from '../service/run.ts';
import { type Command, exitCodes, UsageError } from './command.ts';

// `callout <command>`: loads the command's file and runs it. package.json points here by bin/callout.js.

const commands: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  start: () => import('./start.ts'),
  serve: () => import('./serve.ts'),
  demo: () => import('./demo.ts'),
  migrate: () => import('./migrate.ts'),
  recount: () => import('./recount.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  sessions: () => import('./sessions.ts'),
  sweep: () => import('./sweep-photo-files.ts'),
  bucket: () => import('./bucket.ts'),
  openapi: () => import('./openapi.ts'),
};

/** Runs one command and sets the exit code. @param args what follows `callout` */
export async function main(args: string[]): Promise<void> {
  const [name = '--help', ...rest] = args;
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (load) process.exitCode = await runCommand(name, (await load()).command, rest);
    else if (name === '--help' || name === '-h') console.log(await overview());
    else throw new UsageError(`there is no command ${name}; callout --help lists all`);
  } catch (error) {
    const { message, stack } = error as Error;
    const isUsage = error instanceof UsageError || error instanceof ConfigError;
    console.error(`callout: ${isUsage || isExpected(error as Error) ? message : stack}`);
    process.exitCode = isUsage ? exitCodes.wrongUsage : exitCodes.failed;
  }
}

async function runCommand(name: string, command: Command, args: string[]): Promise<number | undefined> {
  const { flags = {}, positionals: expected = 0 } = command;
  const { values, positionals } = parse(name, flags, args);
  if (values['help']) {
    console.log(helpOf(name, command));
    return 0;
  }
  if (positionals.length !== expected) throw new UsageError(`usage: ${usageOf(name, command)}`);
  return command.run({ positionals, flags: new Set(Object.keys(values)) });
}

function parse(name: string, flags: NonNullable<Command['flags']>, args: string[]) {
  const options = Object.fromEntries([...Object.keys(flags), 'help'].map((flag) => [flag, { type: 'boolean' as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, positionals: positionals.filter((value) => value !== '') }; // of an unset shell variable in quotes
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; see callout ${name} --help`);
  }
}

const usageOf = (name: string, { usage = '' }: Command): string => `callout ${name} ${usage}`.trim();

function helpOf(name: string, command: Command): string {
  const flags = Object.entries(command.flags ?? {}).map(([flag, meaning]) => `  --${flag.padEnd(18)} ${meaning}`);
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
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(10)}${(await load()).command.summary}`),
  );
  return ['usage: callout <command>', '', ...all, '', 'callout <command> --help says more about one of them.'].join('\n');
}
