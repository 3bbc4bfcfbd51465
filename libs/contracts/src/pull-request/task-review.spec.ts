import { describe, expect, it } from '@jest/globals';
import { PullRequest } from './pull-request.js';
import { isReviewWay, PULL_REQUEST_APPLIES, REVIEW_WAYS } from './review-ways.js';
import { TaskReview } from './task-review.js';

describe(isReviewWay.name, () => {
  it('should let nobody act where the template names nobody', () => {
    expect(REVIEW_WAYS.filter((way) => isReviewWay('nobody', way))).toEqual([]);
    expect(isReviewWay('members', 'members')).toBe(true);
    expect(PULL_REQUEST_APPLIES[0]).toBe('nobody');
  });
});

describe('a reviewed plan', () => {
  const review = { task_id: 12, way: 'members', account: null, url: null, plan: 'pending' } as const;

  it('should name the task that was reviewed, and how its own plan compares', () => {
    expect(TaskReview.parse(review)).toEqual(review);
    for (const plan of ['same', 'different', 'unknown']) {
      expect(TaskReview.safeParse({ ...review, plan }).success).toBe(true);
    }
    expect(TaskReview.safeParse({ ...review, plan: 'equal' }).success).toBe(false);
    expect(TaskReview.safeParse({ ...review, way: 'chat' }).success).toBe(false);
  });
});

describe('a pull request', () => {
  const pull = { number: 7, title: 'Add a bucket', url: null, fork: false };

  it('should be read as an older version has stored it, and with its author', () => {
    expect(PullRequest.parse(pull)).toEqual(pull);
    const author = { name: 'Ada', known_by: ['51', 'ada'] };
    expect(PullRequest.parse({ ...pull, author })).toEqual({ ...pull, author });
  });
});
