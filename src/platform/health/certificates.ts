import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '../config/config.ts';
import { seconds } from '../lib/duration.ts';
import { hostOf } from '../lib/public-host.ts';

const timeoutMs = seconds(5);
const httpsPort = 443;

/** A server whose certificate people and the service depend on. */
export interface CertificateEndpoint {
  name: 'public_url' | 's3' | 'mail';
  host: string;
  port: number;
}

/** @returns the servers of the settings that show a certificate at the beginning of a connection */
export function certificateEndpoints({ publicUrl, s3, smtp }: Pick<Config, 'publicUrl' | 's3' | 'smtp'>): CertificateEndpoint[] {
  const ofUrl = (name: CertificateEndpoint['name'], text = ''): CertificateEndpoint[] => {
    const url = URL.parse(text);
    return url?.protocol === 'https:' ? [{ name, host: hostOf(url), port: Number(url.port || httpsPort) }] : [];
  };
  const mail = smtp?.security === 'tls' ? [{ name: 'mail' as const, host: smtp.host, port: smtp.port }] : [];
  return [...ofUrl('public_url', publicUrl), ...ofUrl('s3', s3?.endpoint), ...mail];
}

/**
 * @returns when the certificate of a server ends, whether it is trusted or not
 * @throws it cannot be reached from here, or shows none
 */
export async function readCertificateEnd({ host, port }: CertificateEndpoint): Promise<Date> {
  const name = isIP(host) ? {} : { servername: host };
  const socket = connect({ host, port, ...name, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    const end = new Date(socket.getPeerCertificate().valid_to);
    if (Number.isNaN(end.getTime())) throw new Error('the server shows no certificate');
    return end;
  } finally {
    socket.destroy();
  }
}
