import type { ReportCosts, ReportData } from '../report-data.ts';

export const maxEvents = 200;
export const maxEdits = 100;
export const maxComments = 100;
/** Of all comments, of all reasons, and of all corrections, so that no ticket takes more than a few seconds and some megabytes. */
const maxCharacters = 40_000;
export const maxPhotos = 40;
const maxCosts = 200;

/** Keeps the newest entries and comments and the first photos, and counts what is left out. */
export function withinLimits(report: ReportData): ReportData {
  const events = newest(report.events, maxEvents, ({ comment }) => comment.length);
  const edits = newest(report.edits, maxEdits, ({ from }) => from.length);
  const comments = newest(report.comments, maxComments, ({ text }) => text.length);
  const costs = report.costs && withinCostLimits(report.costs);
  const before = report.before.slice(0, maxPhotos);
  const after = report.after.slice(0, maxPhotos);
  return {
    ...report,
    costs,
    events,
    earlierEvents: report.earlierEvents + report.events.length - events.length,
    edits,
    earlierEdits: report.earlierEdits + report.edits.length - edits.length,
    comments: comments.map((comment) => ({ ...comment, photos: comment.photos.slice(0, maxPhotos) })),
    earlierComments: report.earlierComments + report.comments.length - comments.length,
    before,
    after,
    furtherPhotos: report.furtherPhotos + report.before.length + report.after.length - before.length - after.length,
  };
}

function withinCostLimits(costs: ReportCosts): ReportCosts {
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
