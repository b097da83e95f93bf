import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, gone } from '../../../platform/http/errors.ts';
import { days } from '../../../platform/lib/duration.ts';

/** How long a cursor can be used; deletions are kept a day longer. */
export const cursorLifetimeMs = days(30);
/** A snapshot names the transactions that are open, of which a busy server has hundreds. */
export const maxCursorLength = 8_000;

const Snapshot = Type.Object({
  /** of PostgreSQL, as pg_snapshot is written */
  text: Type.String({ pattern: '^\\d{1,20}:\\d{1,20}:(\\d{1,20}(,\\d{1,20})*)?$' }),
  /** when it was taken */
  atMs: Type.Integer({ minimum: 0 }),
});
export type Snapshot = Static<typeof Snapshot>;

const Cursor = Type.Object({
  /** of the database whose transactions the snapshots name */
  epoch: Type.String({ maxLength: 100 }),
  /** whose tickets: a client, or all of them */
  of: Type.String({ maxLength: 40 }),
  /** what changed before it was listed, or is listed by the rest of the pages */
  since: Snapshot,
  /** the ticket behind which the list of all tickets goes on */
  list: Type.Optional(Type.Object({ createdAt: Type.String({ format: 'date-time' }), id: Type.Integer({ minimum: 0 }) })),
  /** the change behind which the changes up to a later snapshot go on */
  changes: Type.Optional(
    Type.Object({ until: Snapshot, xid: Type.String({ pattern: '^\\d{1,20}$' }), id: Type.Integer({ minimum: 0 }) }),
  ),
});
/** Where a reader of changes stands. */
export type Cursor = Static<typeof Cursor>;
const cursorValidator = Compile(Cursor);

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/**
 * Reads a cursor of somebody.
 * @param of whose tickets they are
 * @throws 400 it is damaged, or of somebody else; 410 too old
 */
export function readCursor(text: string, of: string, now: Date): Cursor {
  const cursor = parse(text);
  if (cursor?.of !== of || !isSnapshot(cursor.since) || (cursor.changes && !isSnapshot(cursor.changes.until))) {
    throw badRequest('cursor_invalid', errorMessages.cursorInvalid);
  }
  if (cursor.since.atMs < now.getTime() - cursorLifetimeMs) throw gone('cursor_expired', errorMessages.cursorExpired);
  return cursor;
}

function parse(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return cursorValidator.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const maxXid = 2n ** 64n - 1n;

/** PostgreSQL refuses others: the open transactions ascend between xmin and xmax. */
function isSnapshot({ text }: Snapshot): boolean {
  const [xmin = 0n, xmax = 0n, ...open] = text.split(/[:,]/).filter(Boolean).map(BigInt);
  const ascends = open.every((xid, index) => xid > (open[index - 1] ?? xmin - 1n) && xid < xmax);
  return xmin > 0n && xmin <= xmax && xmax <= maxXid && ascends;
}
