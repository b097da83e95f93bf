import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The style sheet and the scripts of the public pages, served as they are written.

const contentTypes = {
  'portal.css': 'text/css; charset=utf-8',
  'portal.js': 'text/javascript; charset=utf-8',
  'photos.js': 'text/javascript; charset=utf-8',
  'share.js': 'text/javascript; charset=utf-8',
  'times.js': 'text/javascript; charset=utf-8',
  'solve.js': 'text/javascript; charset=utf-8',
} as const;

export type AssetName = keyof typeof contentTypes;
export const assetNames = Object.keys(contentTypes) as AssetName[];

interface Asset {
  content: Buffer;
  contentType: string;
  /** of the content, in the path: a new version has another one */
  version: string;
}

const assets = new Map<AssetName, Asset>();

export function readAsset(name: AssetName): Asset {
  let asset = assets.get(name);
  if (!asset) {
    const content = readFileSync(join(import.meta.dirname, name));
    const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
    asset = { content, version, contentType: contentTypes[name] };
    assets.set(name, asset);
  }
  return asset;
}

/** The path of an asset, which browsers may keep for ever. */
export const assetPath = (name: AssetName): string => `/r/${name}?v=${readAsset(name).version}`;
