import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

function capture(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { lines, logger: createLogger({ name: 'api', level, destination }) };
}

describe('createLogger', () => {
  it('should write one JSON object with name, level as a word and time', () => {
    const { lines, logger } = capture();
    logger.info({ taskId: 42 }, 'Task assigned');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ name: 'api', level: 'info', taskId: 42, msg: 'Task assigned' });
    expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it.each([
    'authorization',
    'Cookie',
    'set-cookie',
    'password',
    'newPassword',
    'login_password',
    'token',
    'runnerToken',
    'access_token',
    'private_key',
    'privateKey',
    'apiKey',
    'x-api-key',
    'secret',
    'clientSecret',
    'passphrase',
    'signature',
  ])('should not write the value of %s at any depth', (name) => {
    const { lines, logger } = capture();
    logger.info({ [name]: 'hunter2', headers: { list: [{ [name]: { inner: 'hunter2' } }] } }, 'Request');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it.each(['taskId', 'key', 'keyId', 'monkey', 'path', 'accessKeyId'])('should write the value of %s', (name) => {
    const { lines, logger } = capture();
    logger.info({ [name]: 'plain' });
    expect(lines[0]).toMatchObject({ [name]: 'plain' });
  });

  it('should not write passwords inside of addresses, in texts, members and errors', () => {
    const { lines, logger } = capture();
    const url = 'postgres://user:hunter2@db:5432/x';
    logger.error({ url, err: new Error(`cannot reach ${url}`) }, `cannot reach ${url}`);
    logger.warn(new Error(url));
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]?.msg).toBe('cannot reach postgres://user:[redacted]@db:5432/x');
  });

  it('should not write tokens of links to logs, in paths, texts and errors', () => {
    const { lines, logger } = capture();
    const path = '/shared/logs/sylog_hunter2-hunter2_hunter2';
    logger.error({ path, err: new Error(`failed: ${path}/x`) }, `GET ${path}`);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]).toMatchObject({ path: '/shared/logs/sylog_[redacted]', msg: 'GET /shared/logs/sylog_[redacted]' });
  });

  it('should write the own facts of an error only, with its cause', () => {
    const { lines, logger } = capture();
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'hunter2' });
    const error = Object.assign(new Error('query failed', { cause }), { parameters: ['hunter2'] });
    logger.error({ err: error }, 'Failed');
    expect(lines[0]?.err).toMatchObject({
      message: 'query failed',
      cause: { code: '23505', message: 'duplicate key' },
    });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('should survive records that refer to themselves and binary data', () => {
    const { lines, logger } = capture();
    const record: Record<string, unknown> = { body: Buffer.from('hunter2') };
    record.self = record;
    logger.info(record);
    expect(lines[0]?.body).toBe('[7 bytes]');
  });

  it('should also keep secrets out of child loggers', () => {
    const { lines, logger } = capture();
    logger.child({ token: 'hunter2', runnerId: 7 }).info('Hello');
    expect(lines[0]).toMatchObject({ runnerId: 7 });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('should leave out lines below its level', () => {
    const { lines, logger } = capture('warn');
    logger.info('quiet');
    logger.warn('loud');
    expect(lines.map(({ msg }) => msg)).toEqual(['loud']);
  });
});

describe('NestLogger', () => {
  it('should name the class that logs through Nest', () => {
    const { lines, logger } = capture('trace');
    const nest = new NestLogger(logger);
    nest.log('Starting', 'NestFactory');
    nest.error(new Error('failed'), 'stack', 'Router');
    nest.verbose({ a: 1 });
    expect(lines).toMatchObject([
      { level: 'info', context: 'NestFactory', msg: 'Starting' },
      { level: 'error', context: 'Router', msg: 'failed', err: { message: 'failed' } },
      { level: 'trace', msg: '{"a":1}' },
    ]);
  });
});
