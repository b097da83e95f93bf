import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** JSON lines on stdout; readable ones when a person is watching. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Libraries log what they are given, at their loudest the headers of a request: tokens and cookies.
    redact: { paths: ['headers', '*.headers'], remove: true },
  };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: 'reqId', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
