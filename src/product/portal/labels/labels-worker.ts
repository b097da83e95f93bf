import { answerContents } from '../../report/answer-contents.ts';
import { drawLabels } from './draw-labels.ts';

answerContents(drawLabels);
