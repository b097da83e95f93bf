import { program as intake } from '../../chaos/intake.ts';
import { program as notify } from '../../chaos/notify.ts';
import { program as webhooks } from '../../chaos/webhooks.ts';
import { testProgram } from './short-run.ts';

testProgram('notify', notify, 2); // memberships change between the two
testProgram('webhooks', webhooks, 1);
testProgram('intake', intake, 1);
