import path from 'node:path';

/** Jest settings shared by every project: native ESM, swc, libs resolved from source. */
const swc = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true, tsx: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
  },
};

/** unit: needs no service. integration: real services. e2e: the whole stack. long: as e2e, for minutes each. */
const layer = process.env.TEST_LAYER ?? 'unit';

/** @type {Record<string, import('jest').Config>} */
const layers = {
  unit: {
    testMatch: ['**/*.spec.{ts,tsx}'],
    testPathIgnorePatterns: ['/node_modules/', '\\.(integration|long)\\.spec\\.ts$'],
  },
  integration: { testMatch: ['**/*.integration.spec.ts'] },
  e2e: { testMatch: ['**/*.spec.ts'] },
  long: { testMatch: ['**/*.long.spec.ts'] },
};

/** Milliseconds of one test. @type {Record<string, number>} */
const timeouts = { unit: 30_000, integration: 120_000, e2e: 480_000, long: 600_000 };

if (!layers[layer]) {
  throw new Error(`TEST_LAYER must be one of ${Object.keys(layers).join(', ')}, not "${layer}"`);
}

/**
 * Settings that a run of Jest has once, however many projects are in it.
 * @type {import('jest').Config}
 */
export const run = {
  cacheDirectory: path.join(import.meta.dirname, '../../node_modules/.cache/jest'),
  testSequencer: path.join(import.meta.dirname, 'longest-first.mjs'),
  reporters: ['default', [path.join(import.meta.dirname, 'result-reporter.mjs'), { layer }]],
  testTimeout: timeouts[layer],
  maxWorkers: '50%',
  workerIdleMemoryLimit: '300MB',
  passWithNoTests: true,
};

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@switchyard/source', 'node', 'node-addons'] },
  roots: ['<rootDir>/src'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  ...run,
  ...layers[layer],
};
