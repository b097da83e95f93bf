// How settings are defined: each kind with its default and its limits. `meaning` is Markdown, as a page of docs/ links.

export interface TextSetting<Kind extends string = string> {
  kind: Kind;
  default: string;
  meaning: string;
}

/** Can also be read from the file that NAME_FILE names. */
export interface SecretSetting {
  kind: 'secret';
  meaning: string;
}

export interface FlagSetting {
  kind: 'flag';
  default: boolean;
  meaning: string;
}

export interface IntegerSetting {
  kind: 'integer';
  /** undefined: it depends on other settings, and the caller knows it */
  default: number | undefined;
  min: number;
  max: number;
  unit?: 'bytes' | 'days';
  meaning: string;
}

export interface DurationSetting {
  kind: 'duration';
  /** such as `15m` */
  default: string;
  maxMs: number;
  meaning: string;
}

export interface ChoiceSetting {
  kind: 'choice';
  default: string;
  allowed: readonly string[];
  meaning: string;
}

/** Items separated by commas. */
export interface ListSetting<Kind extends 'list' | 'hosts'> {
  kind: Kind;
  meaning: string;
}

export type SettingDefinition =
  | TextSetting<'text' | 'host' | 'url'>
  | SecretSetting
  | FlagSetting
  | IntegerSetting
  | DurationSetting
  | ChoiceSetting
  | ListSetting<'list' | 'hosts'>;

export const text = (fallback: string, meaning: string): TextSetting<'text'> => ({ kind: 'text', default: fallback, meaning });
export const host = (fallback: string, meaning: string): TextSetting<'host'> => ({ kind: 'host', default: fallback, meaning });
export const url = (fallback: string, meaning: string): TextSetting<'url'> => ({ kind: 'url', default: fallback, meaning });
export const secret = (meaning: string): SecretSetting => ({ kind: 'secret', meaning });
export const flag = (fallback: boolean, meaning: string): FlagSetting => ({ kind: 'flag', default: fallback, meaning });
export const list = (meaning: string): ListSetting<'list'> => ({ kind: 'list', meaning });
export const hosts = (meaning: string): ListSetting<'hosts'> => ({ kind: 'hosts', meaning });

/** @param range both ends are allowed; without `max` there is no bound */
export function integer(
  fallback: number | undefined,
  range: { min: number; max?: number; unit?: 'bytes' | 'days' },
  meaning: string,
): IntegerSetting {
  return { kind: 'integer', default: fallback, max: Number.MAX_SAFE_INTEGER, ...range, meaning };
}

export function duration(fallback: string, meaning: string, maxMs = Number.POSITIVE_INFINITY): DurationSetting {
  return { kind: 'duration', default: fallback, maxMs, meaning };
}

export function choice(fallback: string, allowed: readonly string[], meaning: string): ChoiceSetting {
  return { kind: 'choice', default: fallback, allowed, meaning };
}
