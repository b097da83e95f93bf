import type { Config } from '../config.ts';
import { linkKey } from '../lib/photo-signature.ts';
import { LocalStorage } from './local.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** A bucket where one is configured, else files under DATA_DIR. */
export function openStorage({ s3, dataDir, jwtSecret, photoUrlTtl }: Config): Storage {
  return s3 ? new S3Storage(s3, photoUrlTtl) : new LocalStorage({ dataDir, linkKey: linkKey(jwtSecret), linkTtl: photoUrlTtl });
}
