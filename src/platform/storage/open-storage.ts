import type { Config } from '../config/config.ts';
import { LocalStorage, linkKey } from './local.ts';
import type { Storage } from './storage.ts';

/** Opens the S3 bucket if one is configured, else local files under DATA_DIR. */
export async function openStorage({ s3, dataDir, jwtSecret, photoUrlTtlMs }: Config): Promise<Storage> {
  if (!s3) return new LocalStorage({ dataDir, linkKey: linkKey(jwtSecret), linkTtlMs: photoUrlTtlMs });
  const { S3Storage } = await import('./s3.ts'); // loaded only here because the SDK is large
  return new S3Storage(s3, photoUrlTtlMs);
}
