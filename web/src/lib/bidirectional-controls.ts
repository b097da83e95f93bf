// The console sets names apart as the messages of the service do.
export { isolateName, withoutBidirectionalControls } from '../../../src/platform/lib/bidirectional-controls.ts';
