import type { S3Settings } from './s3-bucket.js';

const BUCKET = /^[a-z0-9.-]{3,63}$/;
/** A part of a path; `.` and `..` are resolved before it is looked at. */
const PART = /^[\w.-]{1,100}$/;
const MAX_PARTS = 5;

/**
 * The parts of `https://<access key>:<secret key>@<host>/<bucket>/<path>?region=<region>`, keys percent-encoded. The path
 * may be left out; without a region it is `us-east-1`, which services besides AWS take.
 * @returns undefined when the address has another form
 */
export function parseBlobUrl(text: string): S3Settings | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [bucket = '', ...path] = url?.pathname.slice(1).replace(/\/$/, '').split('/') ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || !isPlace(bucket, path)) {
    return undefined;
  }
  return {
    endPoint: url.origin,
    bucket,
    path: path.map((part) => `${part}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}

const isPlace = (bucket: string, path: readonly string[]): boolean =>
  BUCKET.test(bucket) && path.length <= MAX_PARTS && path.every((part) => PART.test(part));
