import { program as model } from '../../chaos/model.ts';
import { program as races } from '../../chaos/races.ts';
import { program as scheduler } from '../../chaos/scheduler.ts';
import { testProgram } from './short-run.ts';

testProgram('model', model, 400);
testProgram('races', races, 1);
testProgram('scheduler', scheduler, 1);
