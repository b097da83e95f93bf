import { crc32, deflateSync } from 'node:zlib';

// Photos with metadata as cameras, phones and editors write it. All of it that must not leave a device contains the word SECRET.

export type PhotoKind = 'jpeg' | 'png' | 'webp';

export const photoKinds: PhotoKind[] = ['jpeg', 'png', 'webp'];

/** What stands in each piece of metadata. */
export const secret = 'SECRET';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

function uint32(value: number, isLittleEndian = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (isLittleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

/** An ICC profile in form only: browsers ignore it, because its contents are none. */
const colourProfile = Buffer.concat([uint32(140), Buffer.alloc(32), ascii('acsp'), Buffer.alloc(100)]);

interface ExifOptions {
  /** 1 to 8; undefined: not said */
  orientation?: number | undefined;
  isLittleEndian?: boolean;
}

/** A TIFF structure with maker, orientation, GPS position and a thumbnail, as in a photo of a phone. */
export function exifData({ orientation, isLittleEndian = false }: ExifOptions = {}): Buffer {
  const short = (value: number) => {
    const bytes = Buffer.alloc(2);
    if (isLittleEndian) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  const long = (value: number) => uint32(value, isLittleEndian);
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([short(tag), short(type), long(count), value, Buffer.alloc(4 - value.length)]);
  const directory = (entries: Buffer[], next: number) => Buffer.concat([short(entries.length), ...entries, long(next)]);

  const maker = ascii(`${secret} camera\0`);
  const position = Buffer.concat([48, 1, 8, 1, 30, 1].map(long)); // 48° 8' 30"
  const place = ascii(`ASCII\0\0\0${secret} home\0`);
  const thumbnail = Buffer.concat([Buffer.from([0xff, 0xd8]), ascii(`${secret} thumbnail`), Buffer.from([0xff, 0xd9])]);
  const makerAt = 8 + 2 + 12 * (orientation === undefined ? 2 : 3) + 4;
  const gpsAt = makerAt + maker.length;
  const positionAt = gpsAt + 2 + 12 * 3 + 4;
  const placeAt = positionAt + position.length;
  const secondAt = placeAt + place.length;
  const thumbnailAt = secondAt + 2 + 12 * 2 + 4;
  return Buffer.concat([
    ascii(isLittleEndian ? 'II' : 'MM'),
    short(42),
    long(8),
    directory(
      [
        entry(0x010f, 2, maker.length, long(makerAt)),
        ...(orientation === undefined ? [] : [entry(0x0112, 3, 1, short(orientation))]),
        entry(0x8825, 4, 1, long(gpsAt)),
      ],
      secondAt,
    ),
    maker,
    directory(
      [entry(0x0001, 2, 2, ascii('N\0')), entry(0x0002, 5, 3, long(positionAt)), entry(0x001c, 7, place.length, long(placeAt))],
      0,
    ),
    position,
    place,
    directory([entry(0x0201, 4, 1, long(thumbnailAt)), entry(0x0202, 4, 1, long(thumbnail.length))], 0),
    thumbnail,
  ]);
}

/** What may stay of `exifData`. */
export const minimalExif = (orientation: number): Buffer =>
  Buffer.from(`4d4d002a000000080001011200030000000100${`0${orientation}`}000000000000`, 'hex');

const xmp = ascii(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${secret}</exif:GPSLatitude></x:xmpmeta>`);

/** A file in parts: all that was added by a camera, and what remains of it without metadata. */
interface PhotoWithMetadata {
  bytes: Buffer;
  /** the same photo without metadata */
  stripped: Buffer;
}

/** A picture of 16 by 8 pixels, red on the left and blue on the right, with every kind of metadata. */
export function photoWithMetadata(kind: PhotoKind, exif: ExifOptions = {}): PhotoWithMetadata {
  const { orientation = 1 } = exif;
  const kept = orientation === 1 ? [] : [minimalExif(orientation)];
  return { jpeg: jpegWithMetadata, png: pngWithMetadata, webp: webpWithMetadata }[kind](exifData(exif), kept);
}

export function jpegSegment(code: number, ...data: Buffer[]): Buffer {
  const content = Buffer.concat(data);
  return Buffer.concat([Buffer.from([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content]);
}

/** Tables, frame and scan of the picture, up to the end of its compressed data. */
export const jpegImage = Buffer.from(
  '/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/9sAQwEcHh4oIyhOKytOpG5dbqSk' +
    'pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk/8AAEQgACAAQAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAE' +
    '/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAT/xAAYEQACAwAAAAAAAAAAAAAAAAAABUKBwf/aAAwDAQACEQMRAD8AgQgYqnWj' +
    '2Ubw',
  'base64',
);

export const jpegStart = Buffer.from([0xff, 0xd8]);
export const jpegEnd = Buffer.from([0xff, 0xd9]);

function jpegWithMetadata(exif: Buffer, kept: Buffer[]): PhotoWithMetadata {
  const jfif = ascii('JFIF\0\x01\x01\0\0\x01\0\x01');
  const colours = jpegSegment(0xe2, ascii('ICC_PROFILE\0\x01\x01'), colourProfile);
  const adobe = ascii('Adobe\0\x64\0\0\0\0\x01');
  const bytes = Buffer.concat([
    jpegStart,
    jpegSegment(0xe0, jfif, ascii(`\x01\x02${secret}`)), // a thumbnail of 1 by 2 pixels
    jpegSegment(0xe0, ascii(`JFXX\0\x13\x01\x01${secret}`)),
    jpegSegment(0xe1, ascii('Exif\0\0'), exif),
    jpegSegment(0xe1, ascii('http://ns.adobe.com/xap/1.0/\0'), xmp),
    jpegSegment(0xe1, ascii('http://ns.adobe.com/xmp/extension/\0'), xmp),
    jpegSegment(0xe1, ascii('Exif\0\0'), exif),
    colours,
    jpegSegment(0xe2, ascii(`MPF\0${secret}`)),
    jpegSegment(0xed, ascii(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x09\x1c\x02\x5a\0\x04${secret}`)),
    jpegSegment(0xee, adobe, ascii(secret)),
    jpegSegment(0xef, ascii(secret)),
    jpegSegment(0xfe, ascii(secret)),
    jpegImage,
    jpegSegment(0xfe, ascii(secret)),
    jpegEnd,
    ascii(`\0\0\0\x18ftypmp42${secret} video`),
    jpegStart,
    jpegSegment(0xe1, ascii('Exif\0\0'), exif),
    jpegEnd,
  ]);
  const stripped = Buffer.concat([
    jpegStart,
    jpegSegment(0xe0, jfif, Buffer.alloc(2)),
    ...kept.map((tiff) => jpegSegment(0xe1, ascii('Exif\0\0'), tiff)),
    colours,
    jpegSegment(0xee, adobe),
    jpegImage,
    jpegEnd,
  ]);
  return { bytes, stripped };
}

export function pngChunk(type: string, ...data: Buffer[]): Buffer {
  const named = Buffer.concat([ascii(type), ...data]);
  return Buffer.concat([uint32(named.length - 4), named, uint32(crc32(named))]);
}

export const pngStart = ascii('\x89PNG\r\n\x1a\n');
const pngRow = Buffer.concat([
  Buffer.alloc(1),
  ...Array.from({ length: 16 }, (_, x) => Buffer.from(x < 8 ? [255, 0, 0] : [0, 0, 255])),
]);
export const pngHeader = pngChunk('IHDR', uint32(16), uint32(8), Buffer.from([8, 2, 0, 0, 0]));
export const pngImage = pngChunk('IDAT', deflateSync(Buffer.concat(Array(8).fill(pngRow))));
export const pngEnd = pngChunk('IEND');

function pngWithMetadata(exif: Buffer, kept: Buffer[]): PhotoWithMetadata {
  const gamma = pngChunk('gAMA', uint32(45_455));
  const density = pngChunk('pHYs', uint32(2835), uint32(2835), Buffer.from([1]));
  const bytes = Buffer.concat([
    pngStart,
    pngHeader,
    gamma,
    density,
    pngChunk('eXIf', exif),
    pngChunk('tEXt', ascii(`Comment\0${secret}`)),
    pngChunk('zTXt', ascii('Raw profile type exif\0\0'), deflateSync(exif)),
    pngChunk('iTXt', ascii('XML:com.adobe.xmp\0\0\0\0\0'), xmp),
    pngChunk('tIME', Buffer.from([7, 0xea, 11, 23, 8, 0, 0])),
    pngChunk('caBX', ascii(secret)),
    pngImage,
    pngChunk('eXIf', exif),
    pngChunk('tEXt', ascii(`Location\0${secret}`)),
    pngEnd,
    ascii(secret),
    pngChunk('eXIf', exif),
  ]);
  const orientation = kept.map((tiff) => pngChunk('eXIf', tiff));
  const stripped = Buffer.concat([pngStart, pngHeader, gamma, density, ...orientation, pngImage, pngEnd]);
  return { bytes, stripped };
}

export function webpChunk(type: string, ...data: Buffer[]): Buffer {
  const content = Buffer.concat(data);
  return Buffer.concat([ascii(type), uint32(content.length, true), content, Buffer.alloc(content.length % 2)]);
}

/** A WebP of chunks with the right size in its header. */
export function webpFile(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([ascii('WEBP'), ...chunks]);
  return Buffer.concat([ascii('RIFF'), uint32(body.length, true), body]);
}

/** The picture in one chunk of odd length. */
export const webpImage = webpChunk('VP8L', Buffer.from('Lw/AAQAPEPO///MfDsSCyfylO1OI6H9kAA==', 'base64'));

/** @param flags 0x20: colour profile, 0x08: Exif, 0x04: XMP */
export const webpFeatures = (flags: number): Buffer => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 15, 0, 0, 7, 0, 0]));

function webpWithMetadata(exif: Buffer, kept: Buffer[]): PhotoWithMetadata {
  const colours = webpChunk('ICCP', colourProfile);
  const whole = webpFile(
    webpFeatures(0x2c),
    colours,
    webpImage,
    webpChunk('EXIF', exif),
    webpChunk('XMP ', xmp),
    webpChunk('EXIF', ascii('Exif\0\0'), exif),
    webpChunk('note', ascii(secret)),
  );
  const orientation = kept.map((tiff) => webpChunk('EXIF', tiff));
  return {
    bytes: Buffer.concat([whole, ascii(`${secret} behind the end`), webpChunk('EXIF', exif)]),
    stripped: webpFile(webpFeatures(kept.length > 0 ? 0x28 : 0x20), colours, webpImage, ...orientation),
  };
}
