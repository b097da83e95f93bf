import { ConfigError, type Environment, flag, secret, text } from './parse-setting.ts';
import { type ProxyOptions, proxy } from './proxy.ts';

/** The S3 bucket that stores the photos. */
export interface S3Options {
  bucket: string;
  endpoint: string;
  region: string;
  /** undefined: the credential provider chain of the SDK, such as instance roles */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
  /** undefined: none */
  proxy?: ProxyOptions | undefined;
}

/** @returns undefined without a bucket. @throws ConfigError when a setting is invalid or missing */
export function s3(env: Environment): S3Options | undefined {
  const bucket = text(env, 'S3_BUCKET');
  const endpoint = text(env, 'S3_ENDPOINT');
  const region = text(env, 'S3_REGION');
  const forcePathStyle = flag(env, 'S3_FORCE_PATH_STYLE');
  const accessKeyId = secret(env, 'S3_ACCESS_KEY_ID');
  const secretAccessKey = secret(env, 'S3_SECRET_ACCESS_KEY');
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither');
  }
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ConfigError('S3_ENDPOINT must look like https://s3.example.com');
  }
  if (!bucket && (endpoint || accessKeyId)) throw new ConfigError('S3_BUCKET is not set, though other S3 settings are');
  const credentials = accessKeyId ? { accessKeyId, secretAccessKey } : undefined;
  return bucket ? { bucket, endpoint, region, credentials, forcePathStyle, proxy: proxy(env) } : undefined;
}
