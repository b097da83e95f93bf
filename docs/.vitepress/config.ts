import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { headingId, pageOf, root, siteLink } from './links.ts';
import { sidebar } from './sidebar.ts';

// Links to files that are not pages (compose.yaml, ops/) lead to the repository: https://host/owner/name/blob/main/
const repositoryUrl = process.env['DOCS_REPOSITORY_URL'];

export default defineConfig({
  title: 'Callout',
  description: 'Maintenance requests from report to confirmation: documentation',
  lang: 'en',
  base: process.env['DOCS_BASE'] ?? '/',
  // The pages are in docs/, and some beside it.
  srcDir: root,
  srcExclude: [
    'README.md',
    '{bench,chaos,data,deploy,ops,scripts,src,test,test-results,testing,web}/**',
    'clients/typescript/{dist,node_modules}/**',
  ],
  rewrites: (id) => pageOf(id) ?? id,
  outDir: process.env['DOCS_OUT'] ?? join(import.meta.dirname, 'dist'),
  cacheDir: join(import.meta.dirname, 'cache'),
  // The service on the reader's machine.
  ignoreDeadLinks: [/^http:\/\/localhost:3000\//],
  markdown: {
    anchor: { slugify: headingId },
    config: (markdown) => {
      markdown.core.ruler.push('site-links', ({ tokens, env }) => {
        const file: string = (env.realPath ?? env.path).slice(root.length + 1);
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' && token.attrGet('href');
          if (!href) continue;
          const link = siteLink(file, href, repositoryUrl);
          // The file has no address: its name stays as text.
          if (link === undefined) token.attrs = [];
          else token.attrSet('href', link);
        }
      });
    },
  },
  transformPageData: ({ relativePath, frontmatter }) => {
    if (relativePath === 'comparison.md') Object.assign(frontmatter, { aside: false, pageClass: 'wide' });
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Tour', link: '/tour' },
      { text: 'API', link: '/api' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Operations', link: '/operations' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    ...(repositoryUrl && { socialLinks: [{ icon: 'github' as const, link: repositoryUrl.replace(/\/blob\/.*$/, '') }] }),
  },
  buildEnd: ({ outDir }) => copyFileSync(join(root, 'docs', 'openapi.json'), join(outDir, 'openapi.json')),
});
