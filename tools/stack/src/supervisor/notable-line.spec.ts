import { describe, expect, it } from '@jest/globals';
import { notableLine } from './notable-line.js';

describe('notableLine', () => {
  it.each([
    ['{"level":30,"msg":"listening"}', 'stdout', undefined],
    ['{"level":40,"msg":"slow"}', 'stdout', 'slow'],
    ['{"level":50,"msg":"failed","err":{"message":"no route"}}', 'stdout', 'failed: no route'],
    ['{"level":"warn","message":"trying again","error":"refused"}', 'stdout', 'trying again: refused'],
    ['{"level":"error","msg":"failed"}', 'stdout', 'failed'],
    ['{"level":"info","msg":"fine"}', 'stderr', undefined],
    ['plain', 'stdout', undefined],
    ['plain', 'stderr', 'plain'],
    ['{broken', 'stderr', '{broken'],
    ['', 'stderr', undefined],
  ] as const)('should turn %s on %s into %s', (line, stream, shown) => {
    expect(notableLine(line, stream)).toBe(shown);
  });
});
