// @ts-check
// Photos of the form, which are made smaller before they are sent. Loaded with the first one.

const maxSidePx = 2560;
const quality = 0.85;

/**
 * Makes a photo ready to be sent.
 * @param {File} file
 * @param {number} maxBytes of what the service takes
 * @returns {Promise<Blob | string>} the key of a text when it cannot be sent
 */
export async function preparePhoto(file, maxBytes) {
  const head = await readText(file.slice(0, 12));
  const photo = await shrink(file, head).catch(() => undefined);
  if (photo) return photo;
  if (/^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s.test(head)) return 'errorHeic';
  if (!isPhoto(head)) return 'errorPhoto';
  // The browser has too little memory to make it smaller. The service removes the metadata.
  return file.size <= maxBytes ? file : 'errorPhotoTooLarge';
}

/** @param {string} head */
const isPhoto = (head) => /^(?:\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP)/s.test(head);

/**
 * @param {Blob} file
 * @returns {Promise<string>} one character for each byte
 */
async function readText(file) {
  return Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
}

/**
 * Makes a photo smaller, upright, and without its metadata.
 * @param {Blob} file
 * @param {string} head its first bytes
 * @returns {Promise<Blob>}
 */
async function shrink(file, head) {
  // Chromium ignores how a WebP file is turned, other browsers turn it: they all get it without that.
  const { source, orientation } = head.startsWith('RIFF') ? await takeOrientation(file) : { source: file, orientation: 1 };
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' });
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = orientation < 5 ? [width, height] : [height, width];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff'; // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(turn(orientation, canvas));
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no photo'))), 'image/jpeg', quality);
  });
}

/**
 * @param {number} orientation of Exif
 * @param {{ width: number, height: number }} size of the upright picture
 */
function turn(orientation, { width, height }) {
  const matrices = [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, width, 0],
    [-1, 0, 0, -1, width, height],
    [1, 0, 0, -1, 0, height],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, width, 0],
    [0, -1, -1, 0, width, height],
    [0, -1, 1, 0, 0, height],
  ];
  return new DOMMatrix(matrices[orientation - 1]);
}

/**
 * Reads the orientation of a WebP file, and hides it from the browser by another name of its chunk.
 * @param {Blob} file
 */
async function takeOrientation(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  let orientation = 1;
  const hasExif = bytes.length > 20 && view.getUint32(12) === 0x56503858; // VP8X
  for (let at = 12; hasExif && at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (view.getUint32(at) === 0x45584946) {
      orientation = orientationOf(new DataView(bytes.buffer, at + 8, Math.min(length, bytes.length - at - 8)));
      view.setUint32(at, 0x58585858);
      bytes[20] = (bytes[20] ?? 0) & ~8; // the flag of the chunk
    }
    at = end;
  }
  return { source: new Blob([bytes]), orientation };
}

/**
 * @param {DataView} exif the data of an EXIF chunk
 * @returns {number} 1 to 8
 */
function orientationOf(exif) {
  try {
    const start = exif.getUint32(0) === 0x45786966 ? 6 : 0; // some writers have the prefix of JPEG
    const isLittleEndian = exif.getUint16(start) === 0x4949;
    const directory = start + exif.getUint32(start + 4, isLittleEndian);
    for (let i = 0; i < exif.getUint16(directory, isLittleEndian); i++) {
      const entry = directory + 2 + i * 12;
      const value = exif.getUint16(entry + 8, isLittleEndian);
      if (exif.getUint16(entry, isLittleEndian) === 0x0112) return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // It is cut off.
  }
  return 1;
}
