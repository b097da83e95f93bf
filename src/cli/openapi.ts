import { writeFileSync } from 'node:fs';
import pino from 'pino';
import { buildApp } from '../app.ts';
import { loadConfig } from '../platform/config/config.ts';
import { openDeps } from '../service/deps.ts';
import { type Command, UsageError } from './command.ts';

const checkoutFile = new URL('../../docs/openapi.json', import.meta.url);

/** @returns the OpenAPI description of all operations as JSON text, made from the schemas that check requests */
export async function describeApi(): Promise<string> {
  const config = loadConfig({ JWT_SECRET: 'no token is signed while the API is described', S3_BUCKET: 'described' });
  const deps = await openDeps(config, {}, pino({ level: 'silent' }));
  try {
    const app = await buildApp(deps);
    try {
      await app.ready();
      return `${JSON.stringify(app.swagger(), null, 2)}\n`;
    } finally {
      await app.close();
    }
  } finally {
    await deps[Symbol.asyncDispose]();
  }
}

export const command: Command = {
  summary: 'Writes the description of the API to FILE, in a checkout to docs/openapi.json.',
  usage: '[FILE]',
  positionals: 'any',
  run: async ({ positionals }) => {
    const [file = checkoutFile, ...others] = positionals;
    if (others.length > 0) throw new UsageError('usage: callout openapi [FILE]');
    writeFileSync(file, await describeApi());
    return 0;
  },
};
