import { Secret, TOTP } from 'otpauth';
import type { Config } from '../../../platform/config/config.ts';
import { decryptionKeys, decryptStored, encryptIfKey, encryptionKey } from '../../../platform/security/encryption.ts';

// Secrets of authenticator apps, in base32 as the apps take them. They are encrypted with DATA_ENCRYPTION_KEY where it is set.

const issuer = 'Callout';
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
/** How many time steps the clock of a device may be ahead or behind. */
const toleratedSteps = 1;

/** @returns a random secret in base32 */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** What the secret is encrypted for, so that a row of another account or another column cannot take its place. */
export const contextOf = (userId: string): string => `totp:${userId}`;

/** @returns the secret as it is stored: encrypted if there is a key */
export const storedSecret = (config: Config, userId: string, secret: string): Buffer =>
  encryptIfKey(encryptionKey(config), secret, contextOf(userId));

/** @returns the secret, or undefined when neither the current nor the previous key decrypts it */
export const readSecret = (config: Config, userId: string, stored: Buffer): string | undefined =>
  decryptStored(decryptionKeys(config), stored, contextOf(userId));

/** @returns the URL that authenticator apps read from a QR code */
export const otpauthUrl = (secret: string, email: string): string =>
  new TOTP({ ...parameters, issuer, label: email, secret }).toString();

/** @returns the time step for which a code is right, if it is one of those that are accepted now */
export function timeStepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...parameters,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: toleratedSteps,
  });
  return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp }) + delta;
}
