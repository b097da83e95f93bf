import type { Sharp, SharpOptions } from 'sharp';
import { memoize } from '../../../platform/lib/memoize.ts';

/** The longer side of a small version. */
export const maxSidePx = 480;
/** Of 20 small versions, which a page shows at once, about 400 kB in all. */
const maxThumbBytes = 19_500;
/** The first one with which a small version is not larger than maxThumbBytes, or the last one. */
const qualities = [75, 60, 45, 30, 15, 5];

/** Larger photos are not decoded. Phones take photos of up to 50 million pixels. */
const maxPixels = 64_000_000;
/** For progressive JPEG and interlaced PNG, of which the decoders hold all pixels in memory, PNG with 8 bytes for each. */
const maxProgressivePixels = 16_000_000;
const decodeTimeoutSeconds = 10;

/** The photo cannot be decoded, or would take too much memory or time. */
export class UndecodablePhotoError extends Error {}

/** Loaded with the first photo: the library has 17 MB of machine code. */
const loadSharp = memoize(async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  // Only what photoTypes has: the library has decoders of many other formats, which are attacked more often.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
}, Number.POSITIVE_INFINITY);

/**
 * Makes the small version of a photo: upright, with the colours of sRGB and without metadata.
 * @returns a WebP file
 * @throws UndecodablePhotoError
 */
export async function makeThumb(photo: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const open = (input: Buffer, options: SharpOptions): Sharp => sharp(input, options).timeout({ seconds: decodeTimeoutSeconds });
  try {
    const source = open(photo, { limitInputPixels: maxPixels, failOn: 'error' });
    const { width: sourceWidth, height: sourceHeight, isProgressive } = await source.metadata();
    if (isProgressive && sourceWidth * sourceHeight > maxProgressivePixels) {
      throw new Error(`a progressive image of more than ${maxProgressivePixels} pixels`);
    }
    const { data, info } = await source
      .autoOrient()
      .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const raw = { raw: { width, height, channels } };
    let thumb = data;
    for (const quality of qualities) {
      thumb = await open(data, raw).webp({ quality }).toBuffer();
      if (thumb.length <= maxThumbBytes) break;
    }
    return thumb;
  } catch (error) {
    throw new UndecodablePhotoError((error as Error).message, { cause: error });
  }
}

/** Converts a small version to JPEG, for files that cannot contain WebP. Transparent parts become white. */
export async function thumbToJpeg(thumb: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(thumb)
    .timeout({ seconds: decodeTimeoutSeconds })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer();
}

const logoBox = { width: 480, height: 160 };

/** Converts a picture to a logo: a small PNG file without metadata. @throws UndecodablePhotoError */
export async function makeLogo(picture: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    return await sharp(picture, { limitInputPixels: maxProgressivePixels, failOn: 'error' })
      .timeout({ seconds: decodeTimeoutSeconds })
      .autoOrient()
      .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer();
  } catch (error) {
    throw new UndecodablePhotoError((error as Error).message, { cause: error });
  }
}

/**
 * Draws a logo onto a white square, the icon of the installed console.
 * @param share of the width that it takes
 * @throws Error when the library cannot be loaded
 */
export async function makeAppIcon(logo: Buffer, { side, share }: { side: number; share: number }): Promise<Buffer> {
  const sharp = await loadSharp();
  const inner = Math.round(side * share);
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  const background = 'white';
  return sharp(logo)
    .timeout({ seconds: decodeTimeoutSeconds })
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .flatten({ background })
    .extend({ top: before, bottom: after, left: before, right: after, background })
    .png()
    .toBuffer();
}
