export const maxFileNameLength = 255;

// Bidirectional controls can hide the extension of a file name.
const bidirectionalControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The last path segment of a file name from a client, without control characters. */
export function safeFileName(given: string): string {
  const segment = given.split(/[/\\]/).at(-1) ?? '';
  const name = segment
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(bidirectionalControls, '')
    .toWellFormed()
    .trim();
  return name === '' || name === '.' || name === '..' ? 'photo' : name;
}
