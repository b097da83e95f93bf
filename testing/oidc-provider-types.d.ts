// The part of the package that testing/company-provider.ts uses: it comes without types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (grant: {
      clientId: string;
      accountId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: string, listener: (context: unknown, error: Error) => void): void;
  }

  export type { Context };
}
