import { readFileSync } from 'node:fs';
import { type BlockList, isIP } from 'node:net';
import { days, parseDuration } from '../lib/duration.ts';
import { isEmail } from '../lib/email.ts';
import { type NameOf, settings } from './settings.ts';

// How one setting is read from the environment. Empty values count as not set.

export type Environment = Record<string, string | undefined>;

/** A setting is missing or invalid; the message names it. */
export class ConfigError extends Error {}

/** @returns the trimmed value of a variable, which need not be a setting; empty: it is not set */
export function variable(env: Environment, name: string): string {
  return env[name]?.trim() ?? '';
}

/** @returns the trimmed value, or the default when it is empty or not set */
export function text(env: Environment, name: NameOf<'text' | 'host' | 'url'>): string {
  return variable(env, name) || settings[name].default;
}

/** @returns a host name or an address; an IPv6 address without the brackets that it has in URLs */
export function host(env: Environment, name: NameOf<'host'>): string {
  return text(env, name).replace(/^\[([\da-f:.]+)\]$/i, '$1');
}

/** Reads a secret from NAME, or from the file whose path is in NAME_FILE. */
export function secret(env: Environment, name: NameOf<'secret'>): string {
  const file = variable(env, `${name}_FILE`);
  if (!file) return env[name] ?? '';
  if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: keep one`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`${name}_FILE: ${(error as Error).message}`);
  }
}

/**
 * @param fallback where the default depends on other settings
 * @throws ConfigError unless it is a whole number in the range of the setting
 */
export function integer(env: Environment, name: NameOf<'integer'>, fallback = settings[name].default): number {
  const { min, max } = settings[name];
  const value = variable(env, name) || String(fallback);
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return number;
}

/** Reads `true` or `false`. @throws ConfigError for anything else */
export function flag(env: Environment, name: NameOf<'flag'>): boolean {
  return requireOneOf(name, variable(env, name) || String(settings[name].default), ['true', 'false']) === 'true';
}

/** @throws ConfigError unless it is one of those allowed */
export function choice(env: Environment, name: NameOf<'choice'>): string {
  const setting = settings[name];
  return requireOneOf(name, variable(env, name) || setting.default, setting.allowed);
}

function requireOneOf(name: string, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`);
  return value;
}

/** @returns milliseconds, of a text such as `15m` */
export function duration(env: Environment, name: NameOf<'duration'>): number {
  const { maxMs, default: fallback } = settings[name];
  const ms = parseDuration(variable(env, name) || fallback);
  if (ms === undefined) throw new ConfigError(`${name} must be a duration such as 90s, 15m, 24h or 30d`);
  if (ms > maxMs) throw new ConfigError(`${name} must be at most ${maxMs / days(1)}d`);
  return ms;
}

/** @returns the items of a comma-separated list, without empty ones */
export function list(env: Environment, name: NameOf<'list' | 'hosts'>): string[] {
  return variable(env, name)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** @returns lower-case host:port of each item of a comma-separated list, with the port of https where none is given */
export function hostsWithPort(env: Environment, name: NameOf<'hosts'>): ReadonlySet<string> {
  const hosts = list(env, name).map((item) => {
    const url = URL.parse(`https://${item}`);
    if (!url || !/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(item)) {
      throw new ConfigError(`${name}: ${item} is no host such as push.example.lan:8443`);
    }
    return `${url.hostname}:${url.port || '443'}`;
  });
  return new Set(hosts);
}

/** @returns the text. @throws ConfigError unless it is an origin of CORS_ORIGINS */
export function origin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text) {
    throw new ConfigError(`CORS_ORIGINS: ${text} is no origin such as https://console.example.com`);
  }
  return text;
}

/** Whether the text is an e-mail address, or a name with an address in angle brackets. */
export function isMailbox(text: string): boolean {
  const [, address = text] = /^[^<>\r\n"]*<([^<>]+)>$/.exec(text) ?? [];
  return isEmail(address) || /^[\w.+-]+@localhost$/.test(address);
}

const targets = { primary: ['read-write', 'primary'], standby: ['standby', 'prefer-standby', 'read-only'] };

/** @returns the value, which may be empty. @throws ConfigError unless it is the address of a PostgreSQL database */
export function requirePostgresUrl(name: string, value: string, server: keyof typeof targets = 'primary'): string {
  const authority = /^\w+:\/\/([^/?#]*)/.exec(value)?.[1] ?? '';
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), ...(URL.parse(value)?.searchParams.getAll('host') ?? [])];
  if (hosts.some((host) => host.includes(','))) {
    throw new ConfigError(`${name} must name one host, which leads to the ${server} (docs/scaling.md, High availability)`);
  }
  const url = URL.parse(value);
  if (value && (!url || !/^postgres(ql)?:$/.test(url.protocol))) {
    throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database`);
  }
  const target = url?.searchParams.get('target_session_attrs');
  // The service uses no other server, whether it is asked for or not.
  if (target && !targets[server].includes(target)) {
    throw new ConfigError(`${name} must not ask for target_session_attrs=${target}: only a ${server} can be used`);
  }
  return value;
}

/**
 * Adds an address, or a network such as `10.0.0.0/8`, to a list.
 * @returns whether it is one
 */
export function addNetwork(networks: BlockList, network: string): boolean {
  const [address = '', prefix] = network.split('/');
  const version = isIP(address);
  const maxBits = version === 6 ? 128 : 32;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  if (!version || !/^\d*$/.test(prefix ?? '') || prefix === '' || bits > maxBits) return false;
  networks.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}
