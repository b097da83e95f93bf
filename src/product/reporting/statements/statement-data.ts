import type { Branding } from '../../../platform/config/branding.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { CostTotal } from '../../tickets/costs/schemas.ts';

// What a monthly statement shows. Plain data, which is copied to the thread that renders it. Amounts are in minor units.

export interface StatementData {
  language: Language;
  /** the name in the IANA database of the zone in which the time of printing is written */
  timezone: string;
  /** ISO 8601 */
  printedAt: string;
  /** whose document it is; undefined: the look of the product */
  branding?: Branding;
  /** such as `2026-03` */
  month: string;
  client_name: string;
  projects: readonly StatementProject[];
  /** by currency */
  totals: readonly CostTotal[];
  /** lines that the tickets lack; the sums have them */
  furtherLines: number;
}

export interface StatementProject {
  name: string;
  currency: string;
  total: number;
  objects: readonly StatementObject[];
}

export interface StatementObject {
  /** empty: objects that were deleted */
  name: string;
  address: string;
  total: number;
  /** of tickets that retention has deleted, of which no lines are left */
  deleted: number;
  tickets: readonly StatementTicket[];
}

export interface StatementTicket {
  id: number;
  description: string;
  lines: readonly StatementLine[];
}

export interface StatementLine {
  text: string;
  /** a decimal */
  quantity: string;
  unit: string;
  unit_price: number;
  amount: number;
  /** a date */
  on: string;
}
