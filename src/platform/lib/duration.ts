const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const seconds = (n: number): number => n * unit.s;
export const minutes = (n: number): number => n * unit.m;
export const hours = (n: number): number => n * unit.h;
export const days = (n: number): number => n * unit.d;

/**
 * Parses a duration such as `500ms`, `90s`, `15m`, `24h`, `30d` or `1h30m`.
 * @returns milliseconds, or undefined when the text is not a positive duration
 */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(ms|s|m|h|d))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, name] of text.matchAll(/(\d+)(ms|[smhd])/g)) {
    total += Number(amount) * unit[name as keyof typeof unit];
  }
  return total > 0 && Number.isSafeInteger(total) ? total : undefined;
}
