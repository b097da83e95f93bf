import { answerContents } from './answer-contents.ts';
import { drawReport } from './pdf/draw-report.ts';

answerContents(drawReport);
