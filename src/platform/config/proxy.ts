import { ConfigError, type Environment, text, variable } from './parse-setting.ts';

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
  const exceptions = [...loopback, text(env, 'NO_PROXY') || variable(env, 'no_proxy')].filter(Boolean);
  return { ...(http && { HTTP_PROXY: http }), ...(https && { HTTPS_PROXY: https }), NO_PROXY: exceptions.join(',') };
}

function requireProxyUrl(name: string, value: string): string {
  if (value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new ConfigError(`${name} must look like http://proxy.example.com:3128`);
}
