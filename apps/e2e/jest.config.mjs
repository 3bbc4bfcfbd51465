import base from '../../tools/jest/base.mjs';

/** Scenarios share the machine's cores with the stacks they start, so few run at a time. */
export default {
  ...base,
  testMatch: ['**/scenarios/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 180_000,
  maxWorkers: 2,
  passWithNoTests: false,
};
