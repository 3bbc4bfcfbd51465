import base from '../../tools/jest/base.mjs';

const scenarios = { testMatch: ['**/scenarios/*.spec.ts'] };

export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/', '/scenarios/'],
  ...(process.env.TEST_LAYER === 'e2e' ? { testPathIgnorePatterns: ['/node_modules/'], ...scenarios } : {}),
};
