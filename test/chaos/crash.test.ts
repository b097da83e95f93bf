import { program as crash } from '../../chaos/crash.ts';
import { testProgram } from './short-run.ts';

testProgram('crash', crash, 3);
