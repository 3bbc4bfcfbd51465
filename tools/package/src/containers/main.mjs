/** `npm run check:containers`: the runner executes tasks in containers of a real podman, with an image that buildah makes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ensureInstalled } from '../check/debian-packages.mjs';
import { root } from '../paths.mjs';

const PACKAGES = ['ansible-core', 'buildah', 'catatonit', 'crun', 'git', 'openssh-client', 'podman'];
const SPECS = 'container(s|-apps)?\\.integration';

await ensureInstalled(PACKAGES);
const loader = ['--import', path.join(root, 'tools/jest/typescript-workers.mjs')];
const jest = [...loader, path.join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', SPECS];
const check = spawn(process.execPath, ['--experimental-vm-modules', '--no-warnings', ...jest], {
  cwd: path.join(root, 'apps/runner'),
  stdio: 'inherit',
  env: { ...process.env, TEST_LAYER: 'integration', SWITCHYARD_CHECK_CONTAINERS: '1' },
});
const [code] = await once(check, 'exit');
process.exitCode = code ?? 1;
