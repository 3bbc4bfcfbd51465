import { createRequire } from 'node:module';
import { startChildService } from './child-service.js';
import { freePort } from './free-port.js';
import { serviceDirectory } from './service-directory.js';

/** An S3-compatible server with one empty bucket. */
export interface TestBucketServer {
  /** `http://<access key>:<secret key>@<host>/<bucket>`. */
  url: string;
  /** Ends it and removes its directory. Call in `afterAll`. */
  remove(): Promise<void>;
}

/** s3rver in a process of its own: its continuation tokens need a cipher of OpenSSL's legacy provider. */
export async function startBucketServer(): Promise<TestBucketServer> {
  const directory = await serviceDirectory('bucket');
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const args = ['--openssl-legacy-provider', program, '--silent', '--directory', directory.path];
  args.push('--address', '127.0.0.1', '--port', String(port), '--configure-bucket', 'blobs');
  const server = await startChildService(process.execPath, args, port);
  directory.guard(server.pid);
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/blobs`,
    async remove() {
      await server.end('SIGKILL');
      await directory.remove();
    },
  };
}
