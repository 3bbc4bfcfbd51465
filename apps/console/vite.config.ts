import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { chunkGroups } from './chunk-groups.js';

const api = process.env.SWITCHYARD_API ?? 'http://127.0.0.1:3000';
const port = Number(process.env.PORT ?? 5173);

export default defineConfig({
  plugins: [
    react(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(css|html|js|json|svg)$/, threshold: 1_000 }),
  ],
  resolve: { conditions: ['@switchyard/source', ...defaultClientConditions] },
  server: { port, strictPort: true, proxy: { '/api': { target: api, ws: true } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});
