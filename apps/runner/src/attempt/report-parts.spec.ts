import { describe, expect, it } from '@jest/globals';
import { FinishRequest, MAX_RESULTS_REQUEST_BYTES, problem } from '@switchyard/contracts';
import { maskedFacts, maskedReason, maskedResults, resultParts } from './report-parts.js';

const masker = { maskText: (text: string) => text.replaceAll('hunter2', '***') };
const counters = { changed: 0, failed: 0, ignored: 0, ok: 1, rescued: 0, skipped: 0, unreachable: 0 };

describe('maskedFacts', () => {
  it('should take secrets out of the command and cut the message by characters', () => {
    const facts = { command: ['tool', '--password=hunter2'], commit_message: `${'ä'.repeat(99)}€uro hunter2` };
    expect(maskedFacts(facts, masker)).toEqual({
      command: ['tool', '--password=***'],
      commit_message: `${'ä'.repeat(99)}€`,
    });
  });

  it('should add nothing that was not found', () => {
    expect(maskedFacts({ tool_version: '1.2' }, masker)).toEqual({ tool_version: '1.2' });
  });

  it('should take secrets out of the branch, and cut it', () => {
    const long = `hunter2/${'x'.repeat(300)}`;
    expect(maskedFacts({ commit_branch: long }, masker)).toEqual({ commit_branch: `***/${'x'.repeat(251)}` });
  });
});

describe('maskedResults', () => {
  it('should take secrets out of hosts, task names and messages', () => {
    const error = { index: 0, host: 'a', task: 'say hunter2', error: 'bad hunter2' };
    const results = { hosts: [{ host: 'hunter2.example', ...counters }], errors: [error], stages: [] };
    const masked = maskedResults(results, masker);
    expect(JSON.stringify(masked)).not.toContain('hunter2');
    expect(masked.errors[0]).toEqual({ index: 0, host: 'a', task: 'say ***', error: 'bad ***' });
  });
});

describe('maskedReason', () => {
  it('should take secrets out of the sentence and of each parameter, and cut both after that', () => {
    const why = problem('inventory_rejected', { reason: `hunter2 ${'x'.repeat(3_000)}` });
    const given = problem('tool_failed', { end: problem('tool_exited', { tool: 'hunter2', code: 1 }), why });
    const sent = maskedReason(given, masker);
    expect(JSON.stringify(sent)).not.toContain('hunter2');
    expect(sent.reason?.slice(0, 62)).toBe('*** exited with code 1: the inventory was rejected: *** xxxxxx');
    expect(sent.reason).toHaveLength(2_000);
    expect(FinishRequest.shape.problem.parse(sent.problem)).toEqual({
      code: 'tool_failed',
      params: {
        end: { code: 'tool_exited', params: { tool: '***', code: 1 } },
        why: { code: 'inventory_rejected', params: { reason: `*** ${'x'.repeat(996)}` } },
      },
    });
  });
});

describe('resultParts', () => {
  it('should cut long lists into requests of at most a thousand rows, the stages once', () => {
    const hosts = Array.from({ length: 2001 }, (_, i) => ({ host: `h${i}`, ...counters }));
    const stage = { type: 'init' as const, start: null, end: null, first_line: 0, last_line: 1 };
    const parts = resultParts({ hosts, errors: [], stages: [stage] });
    expect(parts.map((part) => part.hosts.length)).toEqual([1000, 1000, 1]);
    expect(parts.map((part) => part.stages.length)).toEqual([1, 0, 0]);
    expect(parts.flatMap((part) => part.hosts)).toEqual(hosts);
  });

  it('should keep each request within its bytes', () => {
    const errors = Array.from({ length: 1000 }, (_, index) => ({
      index,
      host: 'h',
      task: 't',
      error: 'é'.repeat(16_384),
    }));
    const parts = resultParts({ hosts: [], errors, stages: [] });
    const sizes = parts.map((part) => Buffer.byteLength(JSON.stringify(part)));
    expect(Math.max(...sizes)).toBeLessThan(MAX_RESULTS_REQUEST_BYTES);
    expect(parts.flatMap((part) => part.errors)).toEqual(errors);
  });
});
