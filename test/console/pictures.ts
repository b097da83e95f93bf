import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

// Pictures as phones and people give them, made here so that none lies in the repository.

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The smallest file that the service takes for a PDF document. */
export const pdfFile = (name: string): PictureFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
});

type Paint = (x: number, y: number) => [red: number, green: number, blue: number];

const sky: Paint = (x, y) => [(90 + x / 6) % 256, (120 + y / 5) % 256, 150];

/** A small picture, as a file that a person chooses. */
export const photoFile = (name: string, paint: Paint = sky): PictureFile => picture(name, 240, 180, paint);

/** A picture that no compression makes small: its upload takes a while. */
export function largePhoto(name: string): PictureFile {
  let state = 1;
  const noise = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
  return picture(name, 1100, 800, () => [noise(), noise(), noise()]);
}

/** A PNG. */
export function picture(name: string, width: number, height: number, paint: Paint): PictureFile {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(paint(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // eight bits of each of three colours
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))];
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...parts]) };
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const edge = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  edge.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([edge, named, sum]);
}

/** A WebP of four colours, whose pixels lie as its Exif orientation says. */
export const turnedWebp = (orientation: number): Promise<Buffer> =>
  sharp(Buffer.from('ff000000ff000000ffffffff', 'hex'), { raw: { width: 2, height: 2, channels: 3 } })
    .resize(300, 200, { fit: 'fill', kernel: 'nearest' })
    .withMetadata({ orientation })
    .webp()
    .toBuffer();

/** The size of a picture that is shown as its Exif orientation says, and the colours of its quarters. */
export async function uprightLook(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number): string => {
    const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3;
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255)).join('');
  };
  const colours = [colourAt(0.25, 0.25), colourAt(0.75, 0.25), colourAt(0.25, 0.75), colourAt(0.75, 0.75)];
  return `${info.width} x ${info.height}: ${colours.join(' ')}`;
}

/** As a phone held upright writes it: lying pixels, and a mark (Exif, orientation 6) that says how to turn them. */
export function turned(jpeg: Buffer): Buffer {
  const orientation = Buffer.from('4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000', 'hex');
  const body = Buffer.concat([Buffer.from('Exif\0\0'), orientation]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1', 'hex'), length, body, jpeg.subarray(2)]);
}
