import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { type S3Server, startS3 } from '../../testing/s3-server.ts';
import { describeArchive } from './archive-tests.ts';

const s3 = await startS3(); // before the first tests, at whose end the fixtures are closed
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

if (typeof s3 === 'string') it('archive on S3', { skip: s3 }, () => {});
else await archiveOn(s3);

async function archiveOn(server: S3Server): Promise<void> {
  after(() => server.stop());
  const settings = {
    S3_BUCKET: server.bucket,
    S3_ENDPOINT: server.endpoint,
    S3_REGION: server.region,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
  await describeArchive('s3', settings, { begin: () => server.pause(), end: () => server.resume() });
}
