import { BlockList, isIP } from 'node:net';
import { addNetwork, ConfigError, type Environment, text, variable } from './parse-setting.ts';

/** The proxy of the network for what the service calls, in the form that the agents of Node take as `proxyEnv`. */
export interface ProxyOptions {
  HTTP_PROXY?: string;
  HTTPS_PROXY?: string;
  NO_PROXY: string;
}

/** Never called through a proxy, whatever NO_PROXY says. */
const loopback = ['localhost', '127.0.0.1', '::1'];

/** @returns undefined without a proxy. @throws ConfigError when a setting is no URL */
export function proxy(env: Environment): ProxyOptions | undefined {
  const http = requireProxyUrl('HTTP_PROXY', text(env, 'HTTP_PROXY') || variable(env, 'http_proxy'));
  const https = requireProxyUrl('HTTPS_PROXY', text(env, 'HTTPS_PROXY') || variable(env, 'https_proxy'));
  if (!http && !https) return undefined;
  const exceptions = (text(env, 'NO_PROXY') || variable(env, 'no_proxy')).split(/[\s,]+/).filter(Boolean);
  const NO_PROXY = [...loopback, ...exceptions, ...addressesWithin(exceptions, env)].join(',');
  return { ...(http && { HTTP_PROXY: http }), ...(https && { HTTPS_PROXY: https }), NO_PROXY };
}

/** What is called at an address that a setting names. */
const called = ['MESSENGER_API_ROOT', 'OIDC_ISSUER', 'PUBLIC_URL', 'S3_ENDPOINT', 'SMTP_OAUTH_TOKEN_URL'] as const;

/** @returns the addresses in settings that a network (`10.0.0.0/8`) contains: Node knows no networks in NO_PROXY, fetch() no ranges */
function addressesWithin(entries: string[], env: Environment): string[] {
  const networks = new BlockList();
  for (const entry of entries) addNetwork(networks, entry);
  const hosts = called.map((name) => URL.parse(text(env, name))?.hostname.replace(/^\[|\]$/g, '') ?? '');
  return hosts.filter((host) => isIP(host) && networks.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));
}

function requireProxyUrl(name: string, value: string): string {
  if (value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new ConfigError(`${name} must look like http://proxy.example.com:3128`);
}
