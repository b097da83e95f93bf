import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';

/** The site that passkeys belong to. Browsers use them nowhere else. */
export interface PasskeySite {
  /** the host name, the "relying party id" of WebAuthn */
  rpId: string;
  origin: string;
}

/**
 * @returns the site of PUBLIC_URL; undefined without it, and where browsers have no passkeys: over http on other hosts than
 * localhost, and at IP addresses
 */
export function passkeySiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | undefined {
  const url = URL.parse(publicUrl);
  if (!url || isIP(url.hostname) || url.hostname.startsWith('[')) return undefined;
  const isSecure = url.protocol === 'https:' || url.hostname === 'localhost';
  return isSecure ? { rpId: url.hostname, origin: url.origin } : undefined;
}
