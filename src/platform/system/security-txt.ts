import type { TypedFastify } from '../http/typed-fastify.ts';
import { days } from '../lib/duration.ts';
import type { Deps } from '../module/deps.ts';

/** RFC 9116 recommends less than a year. */
const validForMs = days(180);

/** Registers `/.well-known/security.txt` (RFC 9116) when SECURITY_CONTACT is set: where to report vulnerabilities. */
export function securityTxtRoute(app: TypedFastify, { clock, config }: Pick<Deps, 'clock' | 'config'>): void {
  const { securityContact } = config;
  if (securityContact === '') return;
  const path = '/.well-known/security.txt';
  app.get(
    path,
    { config: { public: true, unlimited: 'a text from memory' }, schema: { hide: true } },
    async (_request, reply) => {
      const { publicUrl } = config;
      const expires = new Date(clock().getTime() + validForMs).toISOString();
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        ...(publicUrl ? [`Canonical: ${publicUrl}${path}`] : []),
      ];
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    },
  );
}
