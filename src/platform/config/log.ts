import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** Creates the logger: JSON lines on stdout, formatted lines on a terminal. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Libraries may log request headers, which hold tokens and cookies.
    redact: { paths: ['headers', '*.headers'], remove: true },
  };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ colorize: true, ignore: 'reqId', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
