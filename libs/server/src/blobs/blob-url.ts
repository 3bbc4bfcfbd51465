import type { S3Settings } from './s3-blob-store.js';

/**
 * The parts of `https://<access key>:<secret key>@<host>/<bucket>?region=<region>`, keys percent-encoded; without a region
 * `us-east-1`, which services besides AWS take.
 * @returns undefined when the address has another form
 */
export function parseBlobUrl(text: string): S3Settings | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bucket = url?.pathname.slice(1) ?? '';
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || !/^[a-z0-9.-]{3,63}$/.test(bucket)) {
    return undefined;
  }
  return {
    endPoint: url.origin,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}
