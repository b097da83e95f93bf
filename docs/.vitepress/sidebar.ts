import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { root } from './links.ts';
import { tags } from './reference.ts';

const decisions = readFileSync(join(root, 'docs', 'decisions', 'README.md'), 'utf8');

/** The pages of docs/decisions in the order of its table. */
const decisionPages = [...decisions.matchAll(/^\| \[([a-z-]+)\.md\]/gm)].map(([, name = '']) => ({
  text: name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase()),
  link: `/decisions/${name}`,
}));

export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'First steps',
    items: [
      { text: 'Start', link: '/start' },
      { text: 'Tour', link: '/tour' },
      { text: 'Roles', link: '/roles' },
      { text: 'Features', link: '/features' },
      { text: 'Console', link: '/console' },
      { text: 'How it compares', link: '/comparison' },
    ],
  },
  {
    text: 'Use',
    items: [
      { text: 'Rules', link: '/rules' },
      { text: 'Notifications', link: '/notifications' },
      { text: 'Reports without an account', link: '/portal' },
      { text: 'Mail to Callout', link: '/intake' },
      { text: 'Search, numbers, exports', link: '/reports' },
      { text: 'Personal data', link: '/privacy' },
      { text: "Sign-in with a company's account", link: '/sign-in' },
      { text: 'Passkeys', link: '/passkeys' },
    ],
  },
  {
    text: 'API',
    items: [
      { text: 'Guide', link: '/api' },
      { text: 'Errors', link: '/errors' },
      { text: 'Webhooks', link: '/webhooks' },
      { text: 'Integrations', link: '/integrations' },
      { text: 'Client library', link: '/client-library' },
      { text: 'Model Context Protocol', link: '/mcp' },
      {
        text: 'Reference',
        link: '/reference/',
        collapsed: true,
        items: tags.map(({ name, title }) => ({ text: title, link: `/reference/${name}` })),
      },
    ],
  },
  {
    text: 'Operation',
    items: [
      { text: 'By question', link: '/operations' },
      { text: 'Install', link: '/install' },
      { text: 'Containers and Kubernetes', link: '/containers' },
      { text: 'Upgrade', link: '/upgrade' },
      { text: 'HTTPS and reverse proxy', link: '/proxy' },
      { text: 'Mail, Telegram and push', link: '/mail' },
      { text: 'Backup and restore', link: '/backup' },
      { text: 'Photos and storage', link: '/photos' },
      { text: 'Database', link: '/database' },
      { text: 'Network', link: '/network' },
      { text: 'Monitoring', link: '/monitoring' },
      { text: 'Jobs and the work queue', link: '/jobs' },
      { text: 'Limits', link: '/limits' },
      { text: 'Rotating keys', link: '/keys' },
      { text: 'Command line', link: '/commands' },
      { text: 'Configuration', link: '/configuration' },
      { text: 'Settings in the console', link: '/settings' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: 'Scaling', link: '/scaling' },
      { text: 'High availability', link: '/high-availability' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
    ],
  },
  {
    text: 'Security',
    items: [
      { text: 'Report a vulnerability', link: '/security' },
      { text: 'Threat model', link: '/threat-model' },
      { text: 'After a compromise', link: '/after-a-compromise' },
    ],
  },
  {
    text: 'For engineers',
    items: [
      { text: 'Architecture', link: '/architecture' },
      { text: 'Glossary', link: '/glossary' },
      { text: 'Contributing', link: '/contributing' },
      { text: 'Changes', link: '/changelog' },
      { text: 'Decisions', link: '/decisions/', collapsed: true, items: decisionPages },
    ],
  },
];
