/** Of files that the service answers itself, with the signature; those of a bucket have other queries. */
const signedFile = /^\/(files|ext\/[a-z-]+)\/\d+(\/\w+)?\?expires=\d+&signature=/;

/**
 * The service links to its files at PUBLIC_URL, from where the content security policy of the console allows nothing when it was opened
 * at another address of the same service.
 * @returns the link without scheme and host if it leads to the service, else the link
 */
export function pathOfOwnFile(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]+/i, '');
  return signedFile.test(path) ? path : url;
}
