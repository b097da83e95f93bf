import type { CSSProperties } from 'react';
import type { Status } from '../contract/enums.ts';

/** The color of a status, which always goes together with a text. */
export const statusColor = (status: Status): string => `var(--status-${status})`;

/** Sets the color of a status for the rules of an element. */
export const statusStyle = (status: Status): CSSProperties => ({ '--status-color': statusColor(status) }) as CSSProperties;
