import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ConfigError, commandSettings, loadConfig } from '../platform/config/config.ts';
import type { Command } from './command.ts';

/** One second apart: a storage server that starts together with this command takes some seconds. */
const maxAttempts = 60;

export const command: Command = {
  summary: 'Creates S3_BUCKET unless it exists, once the storage server answers.',
  run: async () => {
    const { s3 } = loadConfig(commandSettings());
    if (!s3) throw new ConfigError('S3_BUCKET is not set');
    const { bucket, endpoint, region, credentials, forcePathStyle } = s3;
    const client = new S3Client({ region, forcePathStyle, ...(endpoint && { endpoint }), ...(credentials && { credentials }) });
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new CreateBucketCommand({ Bucket: bucket }));
        return 0;
      } catch (error) {
        const { name, message } = error as Error;
        if (['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(name)) return 0;
        if (attempt === maxAttempts) throw new Error(`bucket ${bucket}: ${message || name}`);
        await sleep(1_000);
      }
    }
  },
};
