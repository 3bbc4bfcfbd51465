import { freePort } from '@switchyard/stack';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BucketProxy, type BucketRequest, startBucketProxy } from './bucket-proxy.js';
import { startChildService } from './child-service.js';
import { serviceDirectory } from './service-directory.js';

/** An S3-compatible server with one empty bucket. */
export interface TestBucketServer {
  /** `http://<access key>:<secret key>@<host>/<bucket>`. */
  url: string;
  /** Every request since the start, in the order in which they came. */
  readonly requests: readonly BucketRequest[];
  /** Whether `If-None-Match` of a writing counts; services differ in that. At first it does. */
  setConditions(areKnown: boolean): void;
  /** Answers 503 to the requests of which it is true; undefined = to none. */
  setOutage(isAway: ((request: BucketRequest) => boolean) | undefined): void;
  /** Keys of all objects, in their order. */
  keys(): Promise<string[]>;
  /** Puts objects there that somebody else has written. */
  put(keys: readonly string[], content?: string): Promise<void>;
  /** Makes all objects so many hours older. */
  age(hours: number): Promise<void>;
  /** Gives the bucket another name; the same again gives the old one back. */
  renameBucket(): Promise<void>;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

const BUCKET = 'blobs';
/** Suffix that the server appends to the name of the file with the content of an object. */
const OBJECT = '._S3rver_object';
const METADATA = '._S3rver_metadata.json';
const HOUR_S = 3_600;

/** s3rver in a process of its own: its continuation tokens need a cipher of OpenSSL's legacy provider. */
export async function startBucketServer(): Promise<TestBucketServer> {
  const directory = await serviceDirectory('bucket');
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const args = ['--openssl-legacy-provider', program, '--silent', '--directory', directory.path];
  args.push('--address', '127.0.0.1', '--port', String(port), '--configure-bucket', BUCKET);
  const server = await startChildService(process.execPath, args, port);
  directory.guard(server.pid);
  const proxy = await startBucketProxy(port);
  return serverOf(directory.path, proxy, async () => {
    await proxy.close();
    await server.end('SIGKILL');
    await directory.remove();
  });
}

function serverOf(directory: string, proxy: BucketProxy, remove: () => Promise<void>): TestBucketServer {
  const [bucket, elsewhere] = [join(directory, BUCKET), join(directory, 'renamed')];
  const objects = async (): Promise<string[]> => {
    const files = await readdir(bucket, { recursive: true });
    return files.filter((file) => file.endsWith(OBJECT));
  };
  let isRenamed = false;
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${proxy.port}/${BUCKET}`,
    requests: proxy.requests,
    setConditions: (areKnown) => void (proxy.areConditionsKnown = areKnown),
    setOutage: (isAway) => void (proxy.isAway = isAway),
    keys: async () => (await objects()).map((file) => file.slice(0, -OBJECT.length)).sort(),
    async put(keys, content = 'of somebody else') {
      const md5 = createHash('md5').update(content).digest('hex');
      for (const file of keys.map((key) => join(bucket, key))) {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file + METADATA, '{}');
        await writeFile(`${file}${OBJECT}.md5`, md5);
        await writeFile(file + OBJECT, content);
      }
    },
    async age(hours) {
      const at = Date.now() / 1000 - hours * HOUR_S;
      for (const file of await objects()) {
        await utimes(join(bucket, file), at, at);
      }
    },
    async renameBucket() {
      await (isRenamed ? rename(elsewhere, bucket) : rename(bucket, elsewhere));
      isRenamed = !isRenamed;
    },
    remove,
  };
}
