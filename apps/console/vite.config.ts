import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { chunkGroups } from './chunk-groups.js';
import { preloadFirst } from './preload-first.js';
import { splitTexts } from './split-texts.js';

const api = process.env.SWITCHYARD_API ?? 'http://127.0.0.1:3000';
const port = Number(process.env.PORT ?? 5173);

const NO_PROVIDER = '\0no-provider';

/** Modules of AntD that every page loads import more than is used of them. */
const lightAntd: Plugin = {
  name: 'light-antd',
  enforce: 'pre',
  resolveId(source, importer) {
    // A context of forms, which every dialog reads, needs one module of the form; through its index it would bring all.
    if (source === '@rc-component/form' && importer?.endsWith('/antd/es/form/context.js')) {
      return this.resolve('@rc-component/form/es/FormContext', importer, { skipSelf: true });
    }
    // Only `ConfigProvider tooltip={{ unique: true }}` draws it, which the console does not set; it brings all popups.
    return source === '../tooltip/UniqueProvider' && importer?.endsWith('/antd/es/config-provider/index.js')
      ? NO_PROVIDER
      : null;
  },
  load: (id) => (id === NO_PROVIDER ? "export { Fragment as default } from 'react';" : null),
};

export default defineConfig({
  plugins: [
    react(),
    lightAntd,
    splitTexts,
    preloadFirst,
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(css|html|js|json|svg)$/, threshold: 500 }),
  ],
  resolve: { conditions: ['@switchyard/source', ...defaultClientConditions] },
  // Files name each other from where they are, since the server may stand below a path; the page alone names them from the root.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  server: { port, strictPort: true, proxy: { '/api': { target: api, ws: true } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});
