/**
 * What is used of Node's `http`, taken from where `require` finds it. A module that imports it gets all its
 * exports at once, a WebSocket client among them: 40 ms and 16 MB of every start (docs/performance.md).
 */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
