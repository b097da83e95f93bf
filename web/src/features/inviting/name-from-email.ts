/** A name to begin with: `anna.weiss@example.com` is Anna Weiss. Empty when the address has no letters before the @. */
export function nameFromEmail(email: string): string {
  const [local = ''] = email.trim().split('@');
  return local
    .replace(/\+.*$/, '')
    .split(/[._\-\d]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toLocaleUpperCase() + part.slice(1))
    .join(' ');
}
