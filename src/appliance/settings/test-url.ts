import { type LookupAddress, lookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { seconds } from '../../platform/lib/duration.ts';
import { isPublicOrOwnAddress } from '../../platform/lib/public-address.ts';
import { hostOf, NotPublic } from '../../platform/lib/public-host.ts';
import type { UrlTest } from './schemas.ts';

/** Of the whole exchange. */
const timeoutMs = seconds(10);
/** The answer of an installation has 60 bytes. */
const maxReadBytes = 1_024;
export const installationPath = '/ext/installation';

/**
 * Asks an address whether this installation answers there. Nothing of another answer is told but its status.
 * @param publicUrl the public address; empty: none is set
 * @param id of this installation
 */
export async function testUrl(publicUrl: string, id: string): Promise<UrlTest> {
  if (publicUrl === '') return { ok: false, reason: 'not_configured', detail: '' };
  const url = new URL(publicUrl + installationPath);
  const host = hostOf(url);
  if (isIP(host) && !isPublicOrOwnAddress(host)) return { ok: false, reason: 'not_allowed', detail: '' };
  try {
    return judge(await ask(url), id);
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  }
}

interface Answer {
  status: number;
  body: string;
}

function judge({ status, body }: Answer, id: string): UrlTest {
  if (status === 200 && isAnswerOf(body, id)) return { ok: true, reason: 'ok', detail: '' };
  return { ok: false, reason: status >= 300 && status < 400 ? 'redirect' : 'other_service', detail: `HTTP ${status}` };
}

function isAnswerOf(body: string, id: string): boolean {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === id;
  } catch {
    return false;
  }
}

/** Without a proxy of the network, which would resolve the name itself. Redirects are not followed. */
function ask(url: URL): Promise<Answer> {
  const isPlain = url.protocol === 'http:';
  const agent = isPlain ? new HttpAgent() : new HttpsAgent();
  const options: RequestOptions = {
    agent,
    lookup: lookupAllowed,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', 'user-agent': 'Callout-Settings' },
  };
  return new Promise<Answer>((resolve, reject) => {
    const sent = (isPlain ? httpRequest : httpsRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= maxReadBytes) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  }).finally(() => agent.destroy());
}

/** Resolves a name as this machine does, to the addresses that an installation may have: for the connection itself. */
const lookupAllowed: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, []);
    const allowed = found.filter(({ address }) => isPublicOrOwnAddress(address));
    const [first] = allowed;
    if (!first) callback(new NotPublic('not an allowed address'), []);
    else if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

function failureOf(error: unknown): Pick<UrlTest, 'reason' | 'detail'> {
  if (error instanceof NotPublic) return { reason: 'not_allowed', detail: '' };
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || (error as Error & { cause?: { name?: string } }).cause?.name === 'TimeoutError')
    return { reason: 'timeout', detail: '' };
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code);
  return { reason: isCertificate ? 'certificate' : 'unreachable', detail: code };
}
