import type { Config } from '../../../platform/config/config.ts';
import { decryptionKeys, decryptStored, encryptIfKey, encryptionKey } from '../../../platform/security/encryption.ts';

// The tokens in the addresses of portals. Beside the hash for look-ups the token itself is stored, so that a label can be printed
// again without making those on the walls void.

/** What the token is encrypted for. @param id of the portal */
export const contextOf = (id: string): string => `portal:${id}`;

/** @returns the token as it is stored: encrypted if there is a key */
export const storedToken = (config: Config, id: string, token: string): Buffer =>
  encryptIfKey(encryptionKey(config), token, contextOf(id));

/** @returns the token; undefined when neither the current nor the previous key decrypts it */
export const readToken = (config: Config, id: string, stored: Buffer): string | undefined =>
  decryptStored(decryptionKeys(config), stored, contextOf(id));

/** The address of the public page. */
export const portalUrl = (baseUrl: string, token: string): string => `${baseUrl}/r/${token}`;
