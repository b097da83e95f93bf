import { PdfThread } from '../../report/pdf-thread.ts';
import type { LabelSheet } from './draw-labels.ts';

const thread = new PdfThread<LabelSheet>(new URL('./labels-worker.ts', import.meta.url));

/** Renders labels as a PDF file. @throws RenderFailed, DrawFailed */
export const renderLabels = (sheet: LabelSheet): Promise<Buffer> => thread.render(sheet);
