import type { Config } from '../config/config.ts';
import { plus, systemClock } from '../lib/clock.ts';
import { previousSecretMs } from '../security/tokens.ts';
import { type LinkKeys, LinkSigner, linkKey } from './link-signer.ts';
import { LocalStorage } from './local.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the S3 bucket if one is configured, else local files under DATA_DIR.
 * @param startedAt of the process, from which the time of previous secrets counts
 */
export async function openStorage(config: Config, startedAt = systemClock()): Promise<Storage> {
  const { s3, dataDir, photoUrlTtlMs } = config;
  if (!s3) return new LocalStorage({ dataDir, linkTtlMs: photoUrlTtlMs, ...linkKeys(config, startedAt) });
  const { S3Storage } = await import('./s3.ts'); // loaded only here because the SDK is large
  return new S3Storage(s3, photoUrlTtlMs);
}

/**
 * Opens what signs the links to small versions, whatever the storage is.
 * @param startedAt as for openStorage()
 */
export const openLinkSigner = (config: Config, startedAt: Date): LinkSigner =>
  new LinkSigner(linkKeys(config, startedAt), config.photoUrlTtlMs);

/** Without PHOTO_LINK_SECRET the links follow JWT_SECRET. */
function linkKeys(config: Config, startedAt: Date): LinkKeys {
  const { jwtSecret, jwtSecretPrevious, photoLinkSecret, photoLinkSecretPrevious, photoUrlTtlMs } = config;
  const previous = photoLinkSecretPrevious || (photoLinkSecret ? '' : jwtSecretPrevious);
  return {
    linkKey: linkKey(photoLinkSecret || jwtSecret),
    ...(previous && {
      // Other instances may go on signing with the previous secret until they are restarted, too.
      previousLinkKey: { key: linkKey(previous), maxExpires: plus(startedAt, previousSecretMs + photoUrlTtlMs) },
    }),
  };
}
