import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

// Issues a self-signed X.509 certificate (RFC 5280) for each server, because node:crypto cannot issue any and a private
// key in the repository would be reported by secret scanners.

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const hex = (bytes: string) => Buffer.from(bytes, 'hex');
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (bytes: string) => der(0x06, hex(bytes));
const utcTime = (time: string) => der(0x17, Buffer.from(time));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Callout tests')))));
const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
const version3 = der(0xa0, der(0x02, hex('02')));
const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
const extensions = der(0xa3, sequence(sequence(oid('551d11'), der(0x04, names))));

/** @returns a self-signed certificate for localhost and 127.0.0.1, and its key, in PEM */
export function issueCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = der(0x02, hex('01'), randomBytes(8));
  const subject = publicKey.export({ type: 'spki', format: 'der' });
  const facts = sequence(version3, serial, ecdsaWithSha256, commonName, validity, commonName, subject, extensions);
  const signature = der(0x03, hex('00'), sign('sha256', facts, privateKey));
  const base64 = sequence(facts, ecdsaWithSha256, signature).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
