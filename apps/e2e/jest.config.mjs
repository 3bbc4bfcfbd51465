import base from '../../tools/jest/base.mjs';

const environment = '<rootDir>/page-environment.mjs';

/** @type {Record<string, import('jest').Config>} */
const layers = {
  e2e: {
    testMatch: ['**/scenarios/*.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/', '\\.long\\.spec\\.ts$'],
    testEnvironment: environment,
  },
  long: {
    testMatch: ['**/scenarios/*.long.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/'],
    testEnvironment: environment,
  },
};

export default {
  ...base,
  testPathIgnorePatterns: ['/node_modules/', '/scenarios/'],
  ...layers[process.env.TEST_LAYER ?? 'unit'],
};
