import type { Config } from './config.ts';

/**
 * The base URL of links in mails and messages, from the settings only: PUBLIC_URL, else this machine. A Host header is
 * never used, because a caller could choose where the links of somebody else's mail lead (password reset poisoning).
 */
export const configuredBaseUrl = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl || `http://localhost:${port}`;
