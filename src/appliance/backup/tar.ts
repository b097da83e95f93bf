// Enough of the tar format (ustar) for plain files with short names.

export const blockSize = 512;

export interface Head {
  name: string;
  size: number;
}

const longestName = 100;
const largestOctal = 8 ** 11 - 1; // 8 GiB

export function tarHead({ name, size }: Head, modified: Date): Buffer {
  if (Buffer.byteLength(name) > longestName || size > largestOctal) throw new Error(`${name} does not fit into a backup`);
  const head = Buffer.alloc(blockSize);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  head.write(name, 0);
  head.write(octal(0o600, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(Math.floor(modified.getTime() / 1000), 12), 136);
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  head.write(octal(checksum(head), 7), 148);
  return head;
}

/** @returns undefined for the block of zeros that ends an archive @throws when it is no head */
export function readTarHead(block: Buffer): Head | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const field = (from: number, length: number): string => block.toString('utf8', from, from + length).split('\0')[0] ?? '';
  const noted = Number.parseInt(field(148, 8), 8);
  const blank = Buffer.from(block).fill(' ', 148, 156);
  if (noted !== checksum(blank) || field(257, 6) !== 'ustar') throw new Error('no head of a file where one must be');
  return { name: field(0, 100), size: Number.parseInt(field(124, 12), 8) };
}

const checksum = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0);

/** Zeros that fill the last block of a file. */
export const padding = (size: number): Buffer => Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
