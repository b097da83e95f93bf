import { randomBytes } from 'node:crypto';

const beginnings = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  webp: Buffer.concat([Buffer.from('RIFF'), Buffer.from([1, 2, 3, 4]), Buffer.from('WEBPVP8 ')]),
};

/** A file that begins like a photo and goes on with noise. */
export function photo(kind: keyof typeof beginnings = 'jpeg', size = 1000): Buffer {
  const head = beginnings[kind];
  return Buffer.concat([head, randomBytes(Math.max(0, size - head.length))]);
}

export interface FormPart {
  field?: string;
  name?: string;
  type?: string;
  bytes: Buffer | string;
}

/** A multipart body as browsers write it. */
export function multipartForm(
  parts: FormPart[],
  boundary = 'boundary7MA4YWxk',
): { body: Buffer; headers: { 'content-type': string } } {
  const pieces = parts.flatMap(({ field = 'file', name, type = 'application/octet-stream', bytes }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n`,
    name === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
