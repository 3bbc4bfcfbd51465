import { describe, expect, it } from '@jest/globals';
import { TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import { consoleCatalogue } from '@switchyard/texts/testing';
import { statusLook } from './task-status.js';

const words = consoleCatalogue('en').status;

describe('statusLook', () => {
  it('should give every status of the contract a look and a word', () => {
    for (const status of TASK_STATUSES) {
      expect(statusLook(status).tone).not.toBe('');
      expect(words[status]).toMatch(/\w/);
    }
    expect(words.error).toBe('Failed');
  });

  it('should give two final statuses of one tone different shapes', () => {
    const shapes = TASK_STATUSES.filter((status) => statusLook(status).shape !== 'spinner').map((status) => {
      const { tone, shape } = statusLook(status);
      return `${tone} ${shape}`;
    });
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('should throw when the status is unknown', () => {
    expect(() => statusLook('paused' as TaskStatus)).toThrow('Unknown task status: paused');
  });
});
