import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeArchive } from './archive-tests.ts';

const folder = ({ deps }: { deps: { config: { dataDir: string } } }): string => join(deps.config.dataDir, 'archive');

await describeArchive(
  'local',
  {},
  {
    begin: (fixtures) => {
      renameSync(folder(fixtures), `${folder(fixtures)}.away`);
      writeFileSync(folder(fixtures), 'not a folder');
    },
    end: (fixtures) => {
      rmSync(folder(fixtures));
      renameSync(`${folder(fixtures)}.away`, folder(fixtures));
    },
  },
);
