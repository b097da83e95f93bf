import { program as upgrade } from '../../chaos/upgrade.ts';
import { testProgram } from './short-run.ts';

testProgram('upgrade', upgrade, 1);
