import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

/** JSON lines on stdout; readable ones when a person is watching. */
export function createLog(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: 'reqId', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
