/** Whether an address leads to the computer that opens it, so that nobody else can open it. */
export function isLoopbackAddress(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$|^0\.0\.0\.0$/.test(host);
}
