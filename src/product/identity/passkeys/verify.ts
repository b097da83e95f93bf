import type { PasskeySite } from '../../../platform/http/passkey-site.ts';
import type { AddPasskey, Assertion } from './schemas.ts';

// What the library checks of the answers of devices. It is loaded with the first passkey, because many installations have none.

/** ES256, EdDSA and RS256: what devices have. */
export const algorithms: readonly number[] = [-7, -8, -257];

/** A public key as it is stored. */
export interface PublicKey {
  credential_id: Buffer;
  public_key: Buffer;
}

export interface NewKey extends PublicKey {
  counter: number;
  synced: boolean;
}

/**
 * Verifies the answer of a device that has made a key pair, and that it has verified its owner.
 * @param isExpected whether the challenge is one of this service
 * @returns undefined when the answer is not valid
 */
export async function verifyNewKey(
  { origin, rpId }: PasskeySite,
  response: AddPasskey['response'],
  isExpected: (challenge: string) => boolean,
): Promise<NewKey | undefined> {
  if (!(await hasNoCertificate(response.response.attestationObject))) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { transports: _, ...answer } = response.response;
  const verification = await verifyRegistrationResponse({
    response: { ...response, response: answer, clientExtensionResults: {} },
    expectedChallenge: isExpected,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { credential, credentialBackedUp } = verification.registrationInfo;
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    synced: credentialBackedUp,
  };
}

/** Certificates of devices are not asked for. Verifying one could make the service call addresses that it names. */
async function hasNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined;
  } catch {
    return false;
  }
}

/**
 * Verifies that a device has signed with a key, and has verified its owner.
 * @param isExpected whether the challenge is one of this service
 * @returns the challenge and the counter of the device; undefined when the signature is not valid
 */
export async function verifySignature(
  { origin, rpId }: PasskeySite,
  { credential_id, public_key }: PublicKey,
  { response, ...assertion }: Assertion,
  isExpected: (challenge: string) => boolean,
): Promise<{ challenge: string; counter: number; synced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let signed = '';
  const { userHandle, ...signature } = response;
  const verification = await verifyAuthenticationResponse({
    response: { ...assertion, response: { ...signature, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
    expectedChallenge: (challenge) => {
      signed = challenge;
      return isExpected(challenge);
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The counter is compared by who calls this: a device that was copied is another event than a wrong signature.
    credential: { id: credential_id.toString('base64url'), publicKey: new Uint8Array(public_key), counter: 0 },
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: synced } = verification.authenticationInfo;
  return { challenge: signed, counter, synced };
}
