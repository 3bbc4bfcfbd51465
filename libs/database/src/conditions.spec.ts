import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attemptAlive,
  reservationHolds,
  runnerOnline,
  runnerSilent,
  runnerServes,
  taskFinal,
  taskHeld,
  taskQueued,
  workflowNodeAlive,
  workflowRunAlive,
} from './conditions.js';

const ROOT = join(import.meta.dirname, '../../..');

describe('conditions of queries', () => {
  it('should name the statuses of the contracts', () => {
    expect(attemptAlive('a')).toBe(`a.status in ('starting', 'running')`);
    expect(taskQueued()).toBe(`task.status in ('waiting', 'confirmed')`);
    expect(taskHeld()).toBe(`task.status in ('starting', 'running', 'stopping')`);
    expect(taskFinal('t')).toBe(`t.status in ('rejected', 'success', 'error', 'stopped', 'canceled')`);
    expect(workflowRunAlive('r')).toBe(`r.status in ('queued', 'running', 'stopping')`);
    expect(workflowNodeAlive('n')).toBe(`n.status in ('pending', 'running', 'waiting')`);
    expect(runnerOnline('r')).toContain('r.draining');
    expect(runnerSilent('r', 20)).toContain(`interval '20 s'`);
  });

  it('should let a reservation hold for a task that waits alone, and for a runner that would get it', () => {
    const holds = reservationHolds('s', 't', 'r');
    expect(holds).toContain(`t.status = 'waiting'`);
    expect(holds).toContain('s.until > now()');
    expect(holds).toContain(runnerOnline('r'));
    expect(holds).toContain(runnerServes('r', 't'));
  });

  it('should be used by every query, so that each word has one meaning', () => {
    const files = ['apps/api', 'apps/dispatcher', 'libs/engine', 'libs/database'].flatMap((name) =>
      readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(name, 'src', file),
      ),
    );
    const sources = files.filter(
      (file) => /\.ts$/.test(file) && !/spec\.ts$|testing|migrations|conditions\.ts$/.test(file),
    );
    const own = sources.filter((file) =>
      /status in \('|touched\s*[<>]=?\s*now\(\)/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(own).toEqual([]);
  });
});
