import { program as crash } from '../../chaos/crash.ts';
import { program as upgrade } from '../../chaos/upgrade.ts';
import { testProgram } from './short-run.ts';

// Rolling restarts: test/process/proxy.test.ts.
testProgram('crash', crash, 3);
testProgram('upgrade', upgrade, 1);
