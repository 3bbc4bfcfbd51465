import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { createLogger } from '../../logging/logger.js';
import { BodyLimit } from './body-limit.js';
import { createFastifyApp } from '../fastify-app.js';

@Controller('api')
class TakingController {
  @Post('small')
  small(): object {
    return {};
  }

  @Post('large')
  @BodyLimit(1024 * 1024)
  large(): object {
    return {};
  }
}

@Module({ controllers: [TakingController] })
class TakingModule {}

let app: NestFastifyApplication;
beforeAll(async () => {
  app = await createFastifyApp(TakingModule, { logger: createLogger({ name: 'test', level: 'silent' }) });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

describe('a refused body', () => {
  it.each([
    ['larger than the limit', '/api/small', 413],
    ['of a stranger', '/api/large', 401],
  ])(
    'should be answered, and the connection not reset, when it is %s',
    async (_, path, status) => {
      const sender = new Worker(SENDER, { eval: true, workerData: (await app.getUrl()) + path });
      const [answers] = (await once(sender, 'message')) as [(number | string)[]];
      expect(new Set(answers)).toEqual(new Set([status]));
    },
    60_000,
  );
});

describe('what is no request', () => {
  it.each([
    ['a head that is too large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['something else', 'hello\r\n\r\n', 400],
  ])('should be answered with the word that the connection ends: %s', async (_, sent, status) => {
    const socket = connect(Number(new URL(await app.getUrl()).port), '127.0.0.1');
    socket.write(sent);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n`));
  });
});

/** Sends in a thread of its own, so that it writes while the server closes. */
const SENDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const send = (size) => fetch(workerData, { method: 'POST', body: 'x'.repeat(size) })
    .then(async (answer) => (await answer.text(), answer.status))
    .catch((error) => String(error.cause ?? error));
  void (async () => {
    const answers = [];
    for (let i = 0; i < 100; i++) answers.push(await send((1 + (i % 8)) * 1.1 * 1024 * 1024 | 0));
    parentPort.postMessage(answers);
  })();
`;
