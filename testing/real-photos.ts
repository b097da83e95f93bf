import sharp, { type Sharp } from 'sharp';
import { pngChunk, pngEnd, pngStart } from './photo-metadata.ts';

/** What realPhoto() draws. */
export interface PhotoOptions {
  width: number;
  height: number;
  format?: 'jpeg' | 'png' | 'webp';
  /** of Exif, 1 to 8 */
  orientation?: number;
  /** instead of the halves, the standard deviation of grey noise, which makes the file large */
  noise?: number;
}

/** A photo that can be decoded: the left half of its stored pixels is red, the right half is blue, or all of them are noise. */
export async function realPhoto({ width, height, format = 'jpeg', orientation, noise = 0 }: PhotoOptions): Promise<Buffer> {
  const drawn = noise > 0 ? grain(width, height, noise) : await halves(width, height);
  const exif = { IFD0: { Artist: 'SECRET artist' } };
  return drawn
    .withMetadata({ exif, ...(orientation && { orientation }) })
    .toFormat(format, { quality: 80 })
    .toBuffer();
}

async function halves(width: number, height: number): Promise<Sharp> {
  const half = Math.floor(width / 2);
  const blue = { create: { width: half, height, channels: 3, background: '#0000e0' } } as const;
  const red = { create: { width, height, channels: 3, background: '#e00000' } } as const;
  const input = await sharp(blue).png().toBuffer();
  return sharp(red).composite([{ input, left: width - half, top: 0 }]);
}

/** Coarse, so that a small version has as much of it. */
function grain(width: number, height: number, sigma: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  const size = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) };
  return sharp({ create: { ...size, channels: 3, background: '#888', noise } }).resize({ width, height });
}

/** A PNG of 72 bytes that claims a size. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const pixels = Buffer.from('789c010500faff0000000000000001', 'hex'); // a deflate stream that ends at once
  return Buffer.concat([pngStart, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngEnd]);
}
