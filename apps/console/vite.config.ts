import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const api = process.env.SWITCHYARD_API ?? 'http://127.0.0.1:3000';
const port = Number(process.env.PORT ?? 5173);

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@switchyard/source', ...defaultClientConditions] },
  server: { port, strictPort: true, proxy: { '/api': { target: api, ws: true } } },
  build: { outDir: 'dist', target: 'es2022', chunkSizeWarningLimit: 700 },
});
