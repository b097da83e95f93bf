/** A photo in HEIC was left out, which neither the browser nor the service can convert. */
export class HeicPhotoError extends Error {}

/** The browser cannot read a file as a picture. */
export class UnreadablePhotoError extends Error {}
