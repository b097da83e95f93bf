import { program as connectionLoss } from '../../chaos/connection-loss.ts';
import { program as fuzz } from '../../chaos/fuzz.ts';
import { testProgram } from './short-run.ts';

testProgram('connection-loss', connectionLoss, 1);
testProgram('fuzz', fuzz, 600);
