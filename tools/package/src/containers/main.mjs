/** `npm run check:containers`: the runner executes tasks in containers of a real podman, with an image that buildah makes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ensureInstalled } from '../check/debian-packages.mjs';
import { root } from '../paths.mjs';

const PACKAGES = ['buildah', 'catatonit', 'crun', 'podman'];

await ensureInstalled(PACKAGES);
const check = spawn('pnpm', ['run', 'test:integration', '-i', 'with-container'], {
  cwd: path.join(root, 'apps/runner'),
  stdio: 'inherit',
  env: { ...process.env, SWITCHYARD_CHECK_CONTAINERS: '1' },
});
const [code] = await once(check, 'exit');
process.exitCode = code ?? 1;
