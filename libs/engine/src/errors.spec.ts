import { describe, expect, it } from '@jest/globals';
import { issueAt, problem } from '@switchyard/contracts';
import { launchIssues, LaunchRefusedError, MissingReferenceError, NotFoundError, QuotaUsedError } from './errors.js';

describe('launchIssues', () => {
  it.each(['template_id', 'inventory_id', 'build_task_id'] as const)(
    'should name %s that the project lacks',
    (member) => {
      expect(launchIssues(new MissingReferenceError(member))).toEqual([issueAt([member], problem('not_in_project'))]);
    },
  );

  it('should be the issues of a refused launch, a used quota among them', () => {
    const issues = [issueAt(['message'], problem('required'))];
    expect(launchIssues(new LaunchRefusedError(issues))).toBe(issues);
    expect(launchIssues(new QuotaUsedError(problem('required')))).toEqual([issueAt([], problem('required'))]);
  });

  it('should be nothing for a failure', () => {
    expect(launchIssues(new NotFoundError('task'))).toBeNull();
    expect(launchIssues(new Error('the disk is full'))).toBeNull();
  });
});
