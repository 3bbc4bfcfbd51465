import base from '../../tools/jest/base.mjs';

/** Scenarios share the machine's cores with the stacks they start, so few run at a time. */
const scenarios = {
  testMatch: ['**/scenarios/*.spec.ts'],
  testTimeout: 180_000,
  maxWorkers: 2,
  passWithNoTests: false,
};

export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/', '/scenarios/'],
  ...(process.env.TEST_LAYER === 'e2e' ? { testPathIgnorePatterns: ['/node_modules/'], ...scenarios } : {}),
};
