import { extname } from 'node:path';

/**
 * The address of a module beside another one, for a thread. The compiler rewrites the extensions of imports but not of addresses,
 * so the extension is that of the module that asks: `.ts` in a checkout, `.js` in the package.
 * @param name without its extension, such as `./render-worker`
 * @param importMetaUrl `import.meta.url` of the module that asks
 */
export const moduleUrl = (name: string, importMetaUrl: string): URL => new URL(name + extname(importMetaUrl), importMetaUrl);
