/** The current time. Only the composition and tests choose the clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export function plus(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}
