import { moduleUrl } from '../../../platform/lib/module-url.ts';
import { PdfThread } from '../../report/pdf-thread.ts';
import type { LabelSheet } from './draw-labels.ts';

const thread = new PdfThread<LabelSheet>(moduleUrl('./labels-worker', import.meta.url));

/** Renders labels as a PDF file. @throws RenderFailed, DrawFailed */
export const renderLabels = (sheet: LabelSheet): Promise<Buffer> => thread.render(sheet);
