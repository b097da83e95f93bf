import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// A device with passkeys in software: what a browser answers for it (WebAuthn Level 3, 5.1 and 6).

interface CreationOptions {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}

interface RequestOptions {
  rpId: string;
  challenge: string;
}

/** What differs from an honest answer. */
interface Deviations {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** how often the device says that it has signed */
  counter?: number;
  isUserVerified?: boolean;
  /** of the account, in base64url */
  userHandle?: string;
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The beginning of a CBOR item (RFC 8949, 3). */
function head(majorType: number, value: number): Buffer {
  const first = majorType << 5;
  if (value < 24) return Buffer.of(first | value);
  if (value < 256) return Buffer.of(first | 24, value);
  return Buffer.of(first | 25, value >> 8, value & 255);
}

function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

export class Authenticator {
  readonly credentialId = randomBytes(16);
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [kty, alg, curve] = [2, -7, 1];
    const key: [number, number | Buffer][] = [
      [1, kty],
      [3, alg],
      [-1, curve],
    ];
    this.#coseKey = cbor(new Map([...key, [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]]));
  }

  /** The answer to `navigator.credentials.create()`. @param attestation instead of none */
  create({ rp, user, challenge }: CreationOptions, deviations: Deviations = {}, attestation?: [string, Map<string, unknown>]) {
    this.#userHandle = user.id;
    const key = Buffer.concat([Buffer.alloc(16), Buffer.of(0, this.credentialId.length), this.credentialId, this.#coseKey]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, 0x40, deviations), key]);
    const [fmt, attStmt] = attestation ?? ['none', new Map()];
    const object = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]);
    return {
      id: base64url(this.credentialId),
      rawId: base64url(this.credentialId),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, deviations)),
        attestationObject: base64url(cbor(object)),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  /** The answer to `navigator.credentials.get()`. */
  get({ rpId, challenge }: RequestOptions, deviations: Deviations = {}) {
    this.#counter++;
    const authenticatorData = this.#authenticatorData(rpId, 0, deviations);
    const clientData = this.#clientData('webauthn.get', challenge, deviations);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#privateKey);
    return {
      id: base64url(this.credentialId),
      rawId: base64url(this.credentialId),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: deviations.userHandle ?? this.#userHandle,
      },
      clientExtensionResults: {},
    };
  }

  #authenticatorData(rpId: string, moreFlags: number, { rpId: otherId, counter, isUserVerified = true }: Deviations): Buffer {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | moreFlags;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    return Buffer.concat([sha256(otherId ?? rpId), Buffer.of(flags), count]);
  }

  #clientData(type: string, challenge: string, deviations: Deviations): Buffer {
    const { origin = this.#origin, challenge: other = challenge } = deviations;
    return Buffer.from(JSON.stringify({ type, challenge: other, origin, crossOrigin: false }));
  }
}
