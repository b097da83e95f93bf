import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { MalformedPhotoError } from '../../src/platform/storage/photo-metadata/photo-copier.ts';
import { removeMetadata } from '../../src/platform/storage/photo-metadata/remove-metadata.ts';
import { takeWebpOrientation } from '../../src/platform/storage/photo-metadata/webp-orientation.ts';
import { isHeic } from '../../src/platform/storage/photo-type.ts';
import {
  exifData,
  jpegEnd,
  jpegImage,
  jpegSegment,
  jpegStart,
  minimalExif,
  photoKinds,
  photoWithMetadata,
  pngChunk,
  pngEnd,
  pngHeader,
  pngImage,
  pngStart,
  secret,
  webpChunk,
  webpFeatures,
  webpFile,
  webpImage,
} from '../../testing/photo-metadata.ts';
import { realPhoto } from '../../testing/real-photos.ts';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function strip(bytes: Uint8Array, chunkSize = 65_536): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const patches = await removeMetadata(inChunks(bytes, chunkSize), async (part) => void parts.push(part));
  const copy = Buffer.concat(parts);
  for (const patch of patches) copy.set(patch.bytes, patch.position);
  return copy;
}

const orientations = [undefined, 1, 2, 3, 4, 5, 6, 7, 8];

describe('removeMetadata()', () => {
  for (const kind of photoKinds) {
    it(`removeMetadata() leaves nothing of a ${kind} but image, colours and orientation, byte for byte`, async () => {
      for (const orientation of orientations) {
        for (const isLittleEndian of [false, true]) {
          const { bytes, stripped } = photoWithMetadata(kind, { orientation, isLittleEndian });
          assert(bytes.includes(secret));
          assert(!stripped.includes(secret));
          assert.deepEqual(await strip(bytes), stripped, `orientation ${orientation}`);
        }
      }
    });

    it(`removeMetadata() gives the same ${kind} however the file is cut into chunks, and the second time nothing changes`, async () => {
      const { bytes, stripped } = photoWithMetadata(kind, { orientation: 6 });
      for (const size of [1, 2, 3, 5, 7, 16, 64, 1000]) assert.deepEqual(await strip(bytes, size), stripped, `chunks of ${size}`);
      assert.deepEqual(await strip(stripped), stripped);
      assert.deepEqual(await strip(stripped, 1), stripped);
    });

    it(`removeMetadata() refuses a ${kind} that ends anywhere before its image does`, async () => {
      const { stripped } = photoWithMetadata(kind, { orientation: 6 });
      for (let length = 0; length < stripped.length; length++) {
        await assert.rejects(strip(stripped.subarray(0, length)), MalformedPhotoError, `${length} bytes`);
      }
    });
  }

  it('removeMetadata() refuses what is no photo', async () => {
    for (const text of ['', 'x', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
      await assert.rejects(strip(ascii(text)), MalformedPhotoError);
    }
  });

  it('removeMetadata() ignores Exif whose directory is cut off, elsewhere, endless or of other types', async () => {
    const valid = exifData({ orientation: 6 });
    const changed = (position: number, ...values: number[]) => {
      const copy = Buffer.from(valid);
      copy.set(values, position);
      return copy;
    };
    for (const exif of [
      Buffer.alloc(0),
      ascii('Exif\0\0'),
      ascii('MM'),
      ascii('MM\0*\0\0\0'),
      valid.subarray(0, 8),
      valid.subarray(0, 9),
      valid.subarray(0, 33), // the orientation is cut off
      changed(0, 0x4d, 0x49),
      changed(4, 0xff, 0xff, 0xff, 0xff),
      changed(4, 0x7f, 0xff, 0xff, 0xff),
      changed(24, 0, 4), // not of the type short
      changed(30, 0, 0),
      changed(30, 0, 9),
      changed(30, 0xff, 0xff),
    ]) {
      const jpeg = Buffer.concat([jpegStart, jpegSegment(0xe1, ascii('Exif\0\0'), exif), jpegImage, jpegEnd]);
      assert.deepEqual(await strip(jpeg), Buffer.concat([jpegStart, jpegImage, jpegEnd]), exif.toString('hex'));
      const png = Buffer.concat([pngStart, pngHeader, pngChunk('eXIf', exif), pngImage, pngEnd]);
      assert.deepEqual(await strip(png), Buffer.concat([pngStart, pngHeader, pngImage, pngEnd]), exif.toString('hex'));
      const webp = webpFile(webpFeatures(0x08), webpImage, webpChunk('EXIF', exif));
      assert.deepEqual(await strip(webp), webpFile(webpFeatures(0), webpImage), exif.toString('hex'));
    }
    const endless = changed(8, 0xff, 0xff); // more entries than there are bytes
    const jpeg = Buffer.concat([jpegStart, jpegSegment(0xe1, ascii('Exif\0\0'), endless), jpegImage, jpegEnd]);
    assert((await strip(jpeg)).includes(minimalExif(6)));
  });
});

describe('JPEG files', () => {
  const jpeg = (...parts: (Buffer | number[])[]) => Buffer.concat([jpegStart, ...parts.map((part) => Buffer.from(part))]);
  const stripped = jpeg(jpegImage, jpegEnd);

  it('a JPEG of several scans loses what stands between them', async () => {
    const scan = (data: number[]) => Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from(data)]);
    const first = scan([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 4]);
    const tables = jpegSegment(0xc4, Buffer.from([0, 1, 2]));
    const exif = jpegSegment(0xe1, ascii('Exif\0\0'), exifData({ orientation: 6 }));
    const whole = jpeg(first, tables, scan([5]), jpegEnd);
    assert.deepEqual(await strip(jpeg(first, jpegSegment(0xfe, ascii(secret)), tables, exif, scan([5]), jpegEnd)), whole);
    for (const size of [1, 2, 3]) assert.deepEqual(await strip(whole, size), whole);
  });

  it('bytes and fill bytes between segments of a JPEG are left out, as decoders do', async () => {
    assert.deepEqual(
      await strip(jpeg([0xff, 0xff, 0xfe, 0, 2, 0, 0], ascii(secret), [0xff, 0, 0xff], jpegImage, jpegEnd)),
      stripped,
    );
    assert.deepEqual(await strip(jpeg(jpegImage, jpegSegment(0xfe), ascii(secret), jpegEnd)), stripped);
  });

  it('fill bytes behind a scan of a JPEG stay, however often the file is copied', async () => {
    const filled = jpeg(jpegImage, [0xff, 0xff], jpegEnd);
    assert.deepEqual(await strip(filled), filled);
  });

  it('JFIF and Adobe segments of a JPEG that are too short are left out', async () => {
    const short = [jpegSegment(0xe0, ascii('JFIF\0\x01\x01')), jpegSegment(0xee, ascii('Adobe\0'))];
    assert.deepEqual(await strip(jpeg(...short, jpegImage, jpegEnd)), stripped);
  });

  it('a JPEG is refused without a scan, with an unknown marker, a second start or a wrong length', async () => {
    for (const [name, file] of Object.entries({
      'no scan': jpeg(jpegEnd),
      'no segment': jpeg([0xff, 0xe0]),
      'a script': jpeg([0xff], ascii('<script>alert(1)</script>')),
      'unknown marker': jpeg([0xff, 0xf0, 0, 2], jpegImage, jpegEnd),
      'restart outside of a scan': jpeg([0xff, 0xd0], jpegImage, jpegEnd),
      'second start': jpeg(jpegStart, jpegImage, jpegEnd),
      'length zero': jpeg([0xff, 0xe1, 0, 0], jpegImage, jpegEnd),
      'length one': jpeg([0xff, 0xfe, 0, 1], jpegImage, jpegEnd),
      'length beyond the end': jpeg([0xff, 0xe1, 0xff, 0xff], jpegImage, jpegEnd),
      'only 0xff': jpeg(Array(5000).fill(0xff)),
      'no second marker': jpeg([0xff, 0xe0, 0, 2], Array(5000).fill(0)),
    })) {
      await assert.rejects(strip(file), MalformedPhotoError, name);
    }
  });
});

describe('PNG files', () => {
  it('an animation and colours of a PNG stay', async () => {
    const chunks = ['acTL', 'fcTL', 'fdAT', 'iCCP', 'sRGB', 'cICP', 'tRNS', 'PLTE'].map((type) =>
      pngChunk(type, Buffer.from([1, 2])),
    );
    const file = Buffer.concat([pngStart, pngHeader, ...chunks, pngImage, pngEnd]);
    assert.deepEqual(await strip(file), file);
  });

  it('an eXIf chunk of a PNG that is larger than the memory for one chunk keeps its orientation', async () => {
    const exif = Buffer.concat([exifData({ orientation: 8 }), Buffer.alloc(300_000, secret)]);
    const file = Buffer.concat([pngStart, pngHeader, pngChunk('eXIf', exif), pngImage, pngEnd]);
    const stripped = Buffer.concat([pngStart, pngHeader, pngChunk('eXIf', minimalExif(8)), pngImage, pngEnd]);
    assert.deepEqual(await strip(file), stripped);
  });

  it('a PNG is refused without an image, with an unknown critical chunk or a wrong length', async () => {
    const png = (...parts: Buffer[]) => Buffer.concat([pngStart, ...parts]);
    const beyond = Buffer.from(pngImage);
    beyond.writeUInt32BE(0x7fff_ffff);
    const tooLong = Buffer.from(pngImage);
    tooLong.writeUInt32BE(0xffff_ffff);
    for (const [name, file] of Object.entries({
      'no chunk': png(Buffer.from('<script>alert(1)</script>')),
      'no header': png(pngImage, pngEnd),
      'no image': png(pngHeader, pngEnd),
      'no end': png(pngHeader, pngImage),
      'unknown critical chunk': png(pngHeader, pngChunk('ABCD'), pngImage, pngEnd),
      'no name': png(pngHeader, pngChunk('\0\0\0\0'), pngImage, pngEnd),
      'length beyond the end': png(pngHeader, beyond, pngEnd),
      'length above the maximum': png(pngHeader, tooLong, pngEnd),
      'end with content': png(pngHeader, pngImage, pngChunk('IEND', ascii(secret))),
    })) {
      await assert.rejects(strip(file), MalformedPhotoError, name);
    }
  });
});

describe('takeWebpOrientation()', () => {
  it('returns how a WebP file is turned, and leaves a file that browsers show as it is stored', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const file = await realPhoto({ width: 30, height: 20, format: 'webp', orientation });
      assert.equal(takeWebpOrientation(file), orientation);
      const { width, height, orientation: left } = await sharp(file).metadata();
      assert.deepEqual([width, height, left], [30, 20, undefined]);
    }
  });

  it('takes a file without Exif, or with one that is cut off, for upright', () => {
    const cutOff = webpFile(webpFeatures(0x08), webpImage, webpChunk('EXIF', exifData({ orientation: 6 }).subarray(0, 10)));
    for (const file of [webpFile(webpImage), cutOff, Buffer.from('RIFF')]) {
      assert.equal(takeWebpOrientation(Buffer.from(file)), 1);
    }
  });
});

describe('isHeic()', () => {
  it('finds the photos of iPhones by their first bytes, and neither AVIF nor MP4', () => {
    const start = (brand: string): Buffer => ascii(`\0\0\0\u0018ftyp${brand}\0\0\0\0`);
    assert.deepEqual(
      ['heic', 'heix', 'mif1', 'avif', 'mp42'].map((brand) => isHeic(start(brand))),
      [true, true, true, false, false],
    );
    assert(!isHeic(ascii('ftyp')));
  });
});

describe('WebP files', () => {
  it('a simple WebP is copied, and metadata that it may not have is left out', async () => {
    const simple = webpFile(webpImage);
    assert.deepEqual(await strip(simple), simple);
    assert.deepEqual(await strip(webpFile(webpImage, webpChunk('EXIF', exifData({ orientation: 6 })))), simple);
  });

  it('the padding of the last chunk of a WebP may be missing', async () => {
    const unpadded = Buffer.from(webpFile(webpImage).subarray(0, -1));
    unpadded.writeUInt32LE(unpadded.length - 8, 4);
    assert.deepEqual(await strip(unpadded), webpFile(webpImage));
  });

  it('the frames of an animated WebP stay', async () => {
    const frame = webpChunk('ANMF', Buffer.alloc(16), webpChunk('ALPH', Buffer.from([1])), webpImage);
    const file = (flags: number, ...more: Buffer[]) =>
      webpFile(webpFeatures(flags), webpChunk('ANIM', Buffer.alloc(6)), frame, frame, ...more);
    assert.deepEqual(await strip(file(0x0a, webpChunk('EXIF', exifData()))), file(0x02));
  });

  it('a WebP is refused without an image, with a misplaced VP8X, unknown chunks in a frame or a wrong length', async () => {
    const sized = (size: number, ...chunks: Buffer[]) => {
      const file = webpFile(...chunks);
      file.writeUInt32LE(size, 4);
      return file;
    };
    const long = Buffer.from(webpImage);
    long.writeUInt32LE(0xffff_ffff, 4);
    for (const [name, file] of Object.entries({
      'no chunk': webpFile(),
      'size zero': sized(0, webpImage),
      'size beyond the end': sized(0xffff_fffe, webpImage),
      'no image': webpFile(webpFeatures(0), webpChunk('EXIF', exifData())),
      'chunk beyond the end': webpFile(long),
      'half a chunk header': webpFile(webpImage, Buffer.alloc(4)),
      'VP8X second': webpFile(webpImage, webpFeatures(0)),
      'VP8X behind another chunk': webpFile(webpChunk('EXIF', Buffer.alloc(2)), webpFeatures(0), webpFeatures(0), webpImage),
      'long VP8X': webpFile(webpChunk('VP8X', Buffer.alloc(12)), webpImage),
      'unknown chunk in a frame': webpFile(webpChunk('ANMF', Buffer.alloc(16), webpChunk('EXIF', exifData()))),
      'frame without a header': webpFile(webpChunk('ANMF', Buffer.alloc(14))),
      'chunk beyond its frame': webpFile(webpChunk('ANMF', Buffer.alloc(16), long)),
    })) {
      await assert.rejects(strip(file), MalformedPhotoError, name);
    }
  });
});

describe('hostile files', () => {
  /** What a file becomes, or undefined when it is refused; no other error may happen. */
  const stripOrRefuse = (bytes: Uint8Array, chunkSize?: number) =>
    strip(bytes, chunkSize).catch((error) => {
      assert(error instanceof MalformedPhotoError, error);
      return undefined;
    });

  const damaged = fc
    .tuple(
      fc.constantFrom(...photoKinds),
      fc.option(fc.integer({ min: 1, max: 8 })),
      fc.array(fc.tuple(fc.nat(2000), fc.oneof(fc.nat(255), fc.constantFrom(0, 0xff, 0xd8, 0xd9, 0xda, 0xe1)), fc.nat(3)), {
        maxLength: 6,
      }),
    )
    .map(([kind, orientation, changes]) => {
      let { bytes } = photoWithMetadata(kind, { orientation: orientation ?? undefined });
      for (const [at, value, how] of changes) {
        const i = at % bytes.length;
        const [before, after] = [bytes.subarray(0, i), bytes.subarray(i)];
        if (how === 0) bytes = Buffer.concat([before, after.subarray(1)]);
        else if (how === 1) bytes = Buffer.concat([before, Buffer.from([value]), after]);
        else if (how === 2) bytes = Buffer.concat([before, Buffer.from([value]), after.subarray(1)]);
        else bytes = Buffer.concat([before, after.subarray(value)]);
      }
      return bytes;
    });

  it('a damaged photo is refused, or becomes a file that is stable, no longer, and independent of chunks', async () => {
    const seen = { refused: 0, copied: 0 };
    await fc.assert(
      fc.asyncProperty(damaged, fc.integer({ min: 1, max: 50 }), async (bytes, chunkSize) => {
        const stripped = await stripOrRefuse(bytes);
        seen[stripped ? 'copied' : 'refused']++;
        assert.deepEqual(await stripOrRefuse(bytes, chunkSize), stripped);
        if (!stripped) return;
        assert(stripped.length <= bytes.length + 4, `${bytes.length} bytes became ${stripped.length}`);
        assert.deepEqual(await strip(stripped), stripped);
      }),
      { numRuns: 500 },
    );
    assert(seen.refused > 25 && seen.copied > 25, JSON.stringify(seen));
  });

  it('removeMetadata() refuses a file of many tiny segments or chunks early', async () => {
    const many = (part: Buffer) => Buffer.alloc(1_000_000, part);
    for (const [name, file] of Object.entries({
      comments: Buffer.concat([jpegStart, many(jpegSegment(0xfe)), jpegImage, jpegEnd]),
      'restart intervals': Buffer.concat([jpegStart, many(jpegSegment(0xdd)), jpegImage, jpegEnd]),
      'scans of a JPEG': Buffer.concat([jpegStart, jpegImage, many(Buffer.from([0xff, 0xda, 0, 2])), jpegEnd]),
      'stuffed bytes outside of a scan': Buffer.concat([jpegStart, many(Buffer.from([0xff, 0])), jpegImage, jpegEnd]),
      'texts of a PNG': Buffer.concat([pngStart, pngHeader, many(pngChunk('tEXt')), pngImage, pngEnd]),
      'image data of a PNG': Buffer.concat([pngStart, pngHeader, many(pngChunk('IDAT')), pngImage, pngEnd]),
      'unknown chunks of a WebP': webpFile(webpImage, many(webpChunk('note'))),
      'chunks in a frame': webpFile(webpChunk('ANMF', Buffer.alloc(16), many(webpChunk('VP8L')))),
    })) {
      let consumed = 0;
      const counted = async function* () {
        for await (const chunk of inChunks(file, 1000)) {
          consumed += chunk.length;
          yield chunk;
        }
      };
      await assert.rejects(
        removeMetadata(counted(), async () => {}),
        /too many segments or chunks/,
        name,
      );
      assert(consumed < 50_000, `${name}: ${consumed} bytes were read`);
    }
  });

  it('removeMetadata() copies the bytes of long segments and chunks a few times only, however small the pieces of the file are', async ({
    mock,
  }) => {
    const exif = Buffer.concat([ascii('Exif\0\0'), Buffer.alloc(65_000)]);
    const repeated = (part: Buffer) => Array<Buffer>(10).fill(part);
    const typedArray: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype);
    const set = mock.method(typedArray, 'set');
    for (const [kind, file] of Object.entries({
      jpeg: Buffer.concat([jpegStart, ...repeated(jpegSegment(0xe1, exif)), jpegImage, jpegEnd]),
      png: Buffer.concat([pngStart, pngHeader, ...repeated(pngChunk('eXIf', exif)), pngImage, pngEnd]),
      webp: webpFile(webpFeatures(0x08), webpImage, ...repeated(webpChunk('EXIF', exif))),
    })) {
      set.mock.resetCalls();
      await removeMetadata(inChunks(file, 64), async () => {});
      const copiedBytes = set.mock.calls.reduce((sum, call) => sum + call.arguments[0].length, 0);
      assert(copiedBytes < 3 * file.length, `${kind}: ${copiedBytes} bytes of ${file.length} were copied`);
    }
  });

  it('the memory of removeMetadata() does not grow with the file', async () => {
    const chunkBytes = 65_536;
    for (const [file, stripped] of [
      [
        Buffer.concat([jpegStart, Buffer.alloc(1_000_000, jpegSegment(0xfe, Buffer.alloc(96))), jpegImage, jpegEnd]),
        Buffer.concat([jpegStart, jpegImage, jpegEnd]),
      ],
      [
        Buffer.concat([pngStart, pngHeader, pngChunk('tEXt', Buffer.alloc(1_000_000)), pngImage, pngEnd]),
        Buffer.concat([pngStart, pngHeader, pngImage, pngEnd]),
      ],
      [
        Buffer.concat([pngStart, pngHeader, pngChunk('IDAT', Buffer.alloc(1_000_000)), pngEnd]),
        Buffer.concat([pngStart, pngHeader, pngChunk('IDAT', Buffer.alloc(1_000_000)), pngEnd]),
      ],
      [webpFile(webpImage, webpChunk('note', Buffer.alloc(1_000_000))), webpFile(webpImage)],
    ] as const) {
      const parts: Uint8Array[] = [];
      const patches = await removeMetadata(inChunks(file, chunkBytes), async (part) => {
        assert(part.length < 3 * chunkBytes, `${part.length} bytes were written at once`);
        parts.push(part);
      });
      const copy = Buffer.concat(parts);
      for (const patch of patches) copy.set(patch.bytes, patch.position);
      assert(copy.equals(stripped));
    }
  });
});
