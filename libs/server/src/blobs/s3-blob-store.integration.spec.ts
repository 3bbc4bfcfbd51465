import { afterAll, beforeAll, describe } from '@jest/globals';
import { startBucketServer, type TestBucketServer } from '@switchyard/testing';
import { blobStoreSuite } from '@switchyard/testing/blobs';
import type { BlobStore } from './blob-store.js';
import { openBlobStore } from './open-blob-store.js';

describe('the store of a bucket', () => {
  let server: TestBucketServer;
  let store: BlobStore;

  beforeAll(async () => {
    server = await startBucketServer();
    store = openBlobStore(server.url, undefined as never);
  });
  afterAll(() => server.remove());

  blobStoreSuite(() => store);
});
