import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForeignSite {
  /** on 127.0.0.1 */
  port: number;
  close(): void;
}

/**
 * A web server with pages that attack the service of a visitor: `/login` and `/logout` post a form as soon as they
 * are opened, `/fetch` sends requests with credentials and is titled `sent` afterwards.
 * @param service origin of the attacked service
 * @param account whose session is to be planted
 */
export async function startForeignSite(service: string, account: { email: string; password: string }): Promise<ForeignSite> {
  const pages: Record<string, string> = {
    '/login': loginForm(service, account),
    '/logout': `<form method="post" action="${service}/auth/logout"></form>${submit}`,
    '/fetch': fetches(service, account),
  };
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url];
    response
      .writeHead(page ? 200 : 404, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>kittens</title>${page ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

const submit = '<script>document.forms[0].submit()</script>';

/** The browser sends name, equals sign and value of a text/plain form as they are: together they are JSON. */
function loginForm(service: string, account: object): string {
  const name = `${JSON.stringify(account).slice(0, -1)},"x":"`;
  return `<form method="post" enctype="text/plain" action="${service}/auth/login"><input name='${name}' value='"}'></form>${submit}`;
}

/** Without CORS the page may send such requests, though not read the answers. */
function fetches(service: string, account: object): string {
  const bodies = { login: JSON.stringify(account), refresh: '', logout: '' };
  return `<script>
    const send = ([route, body]) =>
      fetch('${service}/auth/' + route, { method: 'POST', mode: 'no-cors', credentials: 'include', body });
    Promise.allSettled(Object.entries(${JSON.stringify(bodies)}).map(send)).then(() => { document.title = 'sent'; });
  </script>`;
}
