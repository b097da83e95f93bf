import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ConfigError, loadConfig, processEnvironment } from '../platform/config/config.ts';

// For compose.scaled.yaml: makes S3_BUCKET where there is none, once the server answers.
const patience = 60;

try {
  const { s3 } = loadConfig(processEnvironment());
  if (!s3) throw new ConfigError('S3_BUCKET is not set');
  const { bucket, endpoint, region, credentials, forcePathStyle } = s3;
  const client = new S3Client({ region, forcePathStyle, ...(endpoint && { endpoint }), ...(credentials && { credentials }) });
  for (let second = 0; ; second++) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      break;
    } catch (error) {
      const { name, message } = error as Error;
      if (['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(name)) break;
      if (second === patience) throw new Error(`bucket ${bucket}: ${message || name}`);
      await sleep(1_000);
    }
  }
} catch (error) {
  console.error(`callout: ${(error as Error).message}`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
