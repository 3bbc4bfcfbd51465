import base from '../../tools/jest/base.mjs';

/** @type {Record<string, import('jest').Config>} */
const layers = {
  e2e: {
    testMatch: ['**/scenarios/*.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/', '\\.long\\.spec\\.ts$'],
  },
  long: { testMatch: ['**/scenarios/*.long.spec.ts'], testPathIgnorePatterns: ['/node_modules/'] },
};

export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/', '/scenarios/'],
  ...layers[process.env.TEST_LAYER ?? 'unit'],
};
