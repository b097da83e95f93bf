export const maxFileNameLength = 255;

// Marks that turn the direction of text: "gpj.exe" could be shown as "exe.jpg".
const overrides = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The last segment of what a client calls its file, without characters that only deceive. */
export function safeFileName(given: string): string {
  const segment = given.split(/[/\\]/).at(-1) ?? '';
  const name = segment
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(overrides, '')
    .toWellFormed()
    .trim();
  return name === '' || name === '.' || name === '..' ? 'photo' : name;
}
