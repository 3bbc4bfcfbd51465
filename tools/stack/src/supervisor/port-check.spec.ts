import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../process/free-port.js';
import { assertPortFree } from './port-check.js';

describe('assertPortFree', () => {
  it('should wait for a port that is about to be free, as long as it may', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const isFree = assertPortFree('127.0.0.1', port, 60_000);
    await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
    other.close();
    await expect(isFree).resolves.toBeUndefined();
  });
});
