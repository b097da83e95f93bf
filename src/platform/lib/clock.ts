/** The one source of domain time; everything else receives a moment as an argument. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export function plus(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}
