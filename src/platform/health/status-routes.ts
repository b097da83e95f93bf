import type { Deps } from '../capability/deps.ts';
import type { Api } from '../http/typebox-app.ts';
import { responses } from '../http/openapi.ts';
import { seconds } from '../lib/duration.ts';
import { memoizeFor } from '../lib/memoize.ts';
import { Health } from './schemas.ts';
import { readHealth } from './status-page.ts';

/** However often it is asked, messenger and storage are looked at no more than so. */
const lifetime = seconds(5);

/** What an admin sees of the service in the console; what monitors ask is in routes.ts. */
export function healthPageRoutes(app: Api, deps: Deps): void {
  const health = memoizeFor(lifetime, () => readHealth(deps));
  app.get(
    '/ext/health',
    {
      config: { roles: ['admin'] },
      schema: {
        tags: ['service'],
        summary: 'See how the service is',
        description: 'Messenger, mail, storage, retention and rules, as of a few seconds ago at most.',
        response: responses(200, Health, 401, 403),
      },
    },
    () => health(),
  );
}
