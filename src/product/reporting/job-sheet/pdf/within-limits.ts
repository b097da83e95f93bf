import type { JobSheetCosts, JobSheetData } from '../job-sheet-data.ts';

export const maxEvents = 200;
export const maxEdits = 100;
export const maxComments = 100;
/** Of all comments, of all reasons, and of all corrections, so that no ticket takes more than a few seconds and some megabytes. */
const maxCharacters = 40_000;
export const maxPhotos = 40;
const maxCosts = 200;

/** Keeps the newest entries and comments and the first photos, and counts what is left out. */
export function withinLimits(sheet: JobSheetData): JobSheetData {
  const events = newest(sheet.events, maxEvents, ({ comment }) => comment.length);
  const edits = newest(sheet.edits, maxEdits, ({ from }) => from.length);
  const comments = newest(sheet.comments, maxComments, ({ text }) => text.length);
  const costs = sheet.costs && withinCostLimits(sheet.costs);
  const before = sheet.before.slice(0, maxPhotos);
  const after = sheet.after.slice(0, maxPhotos);
  return {
    ...sheet,
    costs,
    events,
    earlierEvents: sheet.earlierEvents + sheet.events.length - events.length,
    edits,
    earlierEdits: sheet.earlierEdits + sheet.edits.length - edits.length,
    comments: comments.map((comment) => ({ ...comment, photos: comment.photos.slice(0, maxPhotos) })),
    earlierComments: sheet.earlierComments + sheet.comments.length - comments.length,
    before,
    after,
    furtherPhotos: sheet.furtherPhotos + sheet.before.length + sheet.after.length - before.length - after.length,
  };
}

function withinCostLimits(costs: JobSheetCosts): JobSheetCosts {
  const lines = newest(costs.lines.toReversed(), maxCosts, ({ text }) => text.length).toReversed();
  return { ...costs, lines, furtherLines: costs.furtherLines + costs.lines.length - lines.length };
}

function newest<T>(items: readonly T[], maxItems: number, charactersOf: (item: T) => number): T[] {
  let characters = 0;
  let from = items.length;
  for (const item of items.toReversed()) {
    characters += charactersOf(item);
    if (items.length - from >= maxItems || characters > maxCharacters) break;
    from--;
  }
  return items.slice(from);
}
