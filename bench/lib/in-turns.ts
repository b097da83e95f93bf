import { rotated } from './statistics.ts';

/** What was measured of each kind, round by round. */
export type Rounds<Kind extends string> = Record<Kind, number[]>;

export const noRounds = <Kind extends string>(kinds: readonly Kind[]): Rounds<Kind> =>
  Object.fromEntries(kinds.map((kind): [string, number[]] => [kind, []])) as Rounds<Kind>;

/**
 * Measures each kind in each cell once a round, and another kind first each time: what others on the host do for a minute falls on one
 * round of each cell, and shows between the rounds, instead of on all rounds of one.
 * @param found where a cell keeps its figures
 */
export async function inTurns<Cell, Kind extends string>(
  rounds: number,
  cells: readonly Cell[],
  kinds: readonly Kind[],
  found: (cell: Cell) => Rounds<Kind>,
  measure: (cell: Cell, kind: Kind) => Promise<number>,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const cell of cells) for (const kind of rotated(kinds, round)) found(cell)[kind].push(await measure(cell, kind));
}

/** As text: `plain 10 11, details 8 8`. */
export const roundsText = <Kind extends string>(rounds: Rounds<Kind>, digits = 0): string =>
  (Object.entries(rounds) as [Kind, number[]][])
    .map(([kind, values]) => `${kind} ${values.map((value) => value.toFixed(digits)).join(' ')}`)
    .join(', ');
