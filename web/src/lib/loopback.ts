/** Whether an address leads to the computer on which it is opened, so that nobody else reaches the service there. */
export function isLoopbackUrl(url: string): boolean {
  const [, host = ''] = /^https?:\/\/(\[[^\]]+\]|[^:/?#]+)/i.exec(url) ?? [];
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[(::1|::)\])$/i.test(host);
}
