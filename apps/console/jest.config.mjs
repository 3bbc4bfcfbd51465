import path from 'node:path';
import base from '../../tools/jest/base.mjs';

const asset = path.join(import.meta.dirname, '../../tools/jest/asset.mjs');

/**
 * Specs draw parts of pages, which import pictures and style sheets. The icons require a module of ES from CommonJS, which Jest
 * cannot load.
 * @type {import('jest').Config}
 */
export default {
  ...base,
  moduleNameMapper: {
    '\\.(svg|css)$': asset,
    '^socket\\.io-client$': '<rootDir>/src/api/live/testing/socket-io.ts',
    '^@ant-design/colors/es/(.*)$': '@ant-design/colors/lib/$1',
    ...base.moduleNameMapper,
  },
  setupFilesAfterEnv: ['<rootDir>/src/components/testing/dom-setup.ts'],
};
