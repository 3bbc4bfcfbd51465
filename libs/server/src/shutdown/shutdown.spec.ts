import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import { Shutdown } from './shutdown.js';

function setUp() {
  const lines: string[] = [];
  const exits: number[] = [];
  const logger = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  return { lines, exits, shutdown: new Shutdown({ logger, exit: (code) => void exits.push(code) }) };
}

describe('Shutdown', () => {
  it('should close what was opened last first, each after the other, and then exit', async () => {
    const { exits, shutdown } = setUp();
    const done: string[] = [];
    const step = (name: string) => async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(`${name}:${exits.length}`);
    };
    for (const name of ['database', 'queue', 'http']) {
      shutdown.add(name, step(name));
    }
    await shutdown.run('test');
    expect(done).toEqual(['http:0', 'queue:0', 'database:0']);
    expect(exits).toEqual([0]);
  });

  it('should go on after a step that fails or does not end', async () => {
    const { exits, lines, shutdown } = setUp();
    let closed = false;
    shutdown.add('database', () => (closed = true));
    shutdown.add('stuck', () => new Promise(() => undefined), 1);
    shutdown.add('failing', () => Promise.reject(new Error('refused')));
    shutdown.add('throwing', () => {
      throw new Error('thrown');
    });
    await shutdown.run('test', 3);
    expect([closed, exits]).toEqual([true, [3]]);
    const steps = lines.map((line) => (JSON.parse(line) as { step?: string }).step).filter(Boolean);
    expect(steps).toEqual(['throwing', 'failing', 'stuck']);
  });

  it('should run once however often it is called', async () => {
    const { exits, shutdown } = setUp();
    let runs = 0;
    shutdown.add('database', () => (runs += 1));
    await Promise.all([shutdown.run('first'), shutdown.run('second')]);
    expect([runs, exits]).toEqual([1, [0]]);
  });
});
