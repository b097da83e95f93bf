/** A stored number that differs from the rows that it counts. */
export interface CounterDifference {
  table: string;
  /** the columns of its key, separated by spaces, and which of several numbers it is */
  key: string;
  stored: number;
  counted: number;
}
