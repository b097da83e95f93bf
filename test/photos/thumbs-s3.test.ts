import { after, it } from 'node:test';
import { startS3 } from '../../testing/s3-server.ts';
import { describeAttachments } from './attachment-tests.ts';
import { describeThumbs } from './thumb-tests.ts';

const s3 = await startS3();
if (typeof s3 === 'string') it('small versions of photos on S3', { skip: s3 }, () => {});
else {
  after(() => s3.stop());
  const settings = {
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
  await describeThumbs('s3', settings, new Date());
  await describeAttachments('s3', settings, new Date());
}
