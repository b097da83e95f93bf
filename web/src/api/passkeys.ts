import type { Passkey } from '../contract/schemas.ts';
import { hasCode, isStatus } from '../http/errors.ts';
import { call } from './client.ts';

// What browsers do with passkeys. The library is loaded with it.

/** Whether this browser has passkeys. */
export const canUsePasskeys = (): boolean => isSecureContext && typeof PublicKeyCredential === 'function';

/** Asks for a passkey of the user. @throws DOMException when none is used */
export async function askForPasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const challenge = await call('POST /ext/passkey/challenge');
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: challenge });
  return { id, rawId, type, response };
}

/** Asks for a passkey as a second factor. @returns the header of a request that needs one */
export async function passkeyHeader(): Promise<Record<string, string>> {
  return { 'x-passkey': btoa(JSON.stringify(await askForPasskey())) };
}

/**
 * Sends a request that confirms a change, again with a passkey when the service asks for one.
 * @param oneTimeCode of an authenticator app, or a recovery code; empty: none
 */
export async function withSecondFactor<Result>(
  send: (headers: Record<string, string>) => Promise<Result>,
  oneTimeCode: string,
): Promise<Result> {
  try {
    return await send(oneTimeCode ? { 'x-otp': oneTimeCode } : {});
  } catch (error) {
    if (!isStatus(error, 400) || !hasCode(error, 'passkey_required')) throw error;
    return send(await passkeyHeader());
  }
}

/** Makes a passkey on a device of the user. @throws ApiError, or DOMException when none is made */
export async function createPasskey(name: string, password: string, oneTimeCode: string): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const body = { password };
  const options = await withSecondFactor((headers) => call('POST /ext/passkey/registration', { body, headers }), oneTimeCode);
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const answer = { clientDataJSON, attestationObject, transports };
  return call('POST /ext/passkeys', { body: { name, response: { id, rawId, type, response: answer } } });
}
