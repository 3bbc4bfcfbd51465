import { describe, expect, it } from '@jest/globals';
import { applyCommand, commandedTask, isReviewWay, PULL_REQUEST_APPLIES, REVIEW_WAYS } from './review-ways.js';

describe(commandedTask.name, () => {
  it.each([
    applyCommand(12),
    '/switchyard apply 12\nIt is right.',
    '/switchyard apply 12\r\n',
    '/switchyard apply 12  ',
  ])('should read %j', (text) => {
    expect(commandedTask(text)).toBe(12);
  });

  it.each([
    '',
    ' /switchyard apply 12',
    '> /switchyard apply 12',
    'Please\n/switchyard apply 12',
    '/switchyard apply 12 and 13',
    '/switchyard apply #12',
    '/switchyard apply 012',
    '/switchyard apply 0',
    '/switchyard apply 1234567890',
    '/switchyard  apply 12',
    '/Switchyard apply 12',
    '`/switchyard apply 12`',
    '/switchyard apply １２',
  ])('should take %j for no command', (text) => {
    expect(commandedTask(text)).toBeNull();
  });
});

describe(isReviewWay.name, () => {
  it('should let members act in the product wherever they may comment, and nobody beside the merge', () => {
    expect(PULL_REQUEST_APPLIES.map((setting) => REVIEW_WAYS.filter((way) => isReviewWay(setting, way)))).toEqual([
      [],
      ['members'],
      ['members', 'comment'],
      ['merge'],
    ]);
  });
});
