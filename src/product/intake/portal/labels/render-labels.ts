import type { Caller } from '../../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../../platform/lib/module-url.ts';
import { ThreadTask } from '../../../../platform/threads/thread-task.ts';
import type { drawLabels, LabelSheet } from './draw-labels.ts';

const draw = new ThreadTask<typeof drawLabels>(moduleUrl('./draw-labels', import.meta.url), 'drawLabels');

/** Renders labels as a PDF file. @throws QueueFull, CallerGone; TaskEnded, TaskFailed */
export const renderLabels = (sheet: LabelSheet, caller: Caller): Promise<Uint8Array> => draw.run(caller, sheet);
