/** Whether an address leads to the computer on which it is opened, so that nobody else reaches the service there. */
export function isLoopbackUrl(url: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[(::1|::)\])$/i.test(hostOf(url));
}

/** Whether an address leads nowhere outside of the network in which it is used: a private one, or a name without a public domain. */
export function isPrivateUrl(url: string): boolean {
  const host = hostOf(url).toLowerCase();
  if (/^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/.test(host)) return true;
  if (/^\[(fe[89ab]|f[cd])/.test(host)) return true;
  return /^[^.[]+$|\.(local|lan|internal|intranet|home\.arpa)$/.test(host) && !isLoopbackUrl(url);
}

const hostOf = (url: string): string => /^https?:\/\/(\[[^\]]+\]|[^:/?#]+)/i.exec(url)?.[1] ?? '';
