import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const OPTIONS = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    skipLibCheck: true,
    types: [],
    outDir: 'out',
  },
  files: ['client.ts'],
};

/**
 * Generates the types of an OpenAPI document, and compiles a program that calls it by them.
 * @param directory an empty one
 * @param program TypeScript; has `paths` from `./api.js` and `openapi-fetch`
 * @returns where the compiled program is
 * @throws the errors of the compiler
 */
export async function compileClient(directory: string, document: object, program: string): Promise<string> {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTS(JSON.stringify(document)));
  await mkdir(join(directory, 'node_modules'), { recursive: true });
  await symlink(packageOf('openapi-fetch'), join(directory, 'node_modules/openapi-fetch'));
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(OPTIONS));
  await writeFile(join(directory, 'api.d.ts'), types);
  await writeFile(join(directory, 'client.ts'), program);
  const compiler = join(packageOf('typescript'), 'bin/tsc');
  await run(process.execPath, [compiler, '-p', directory]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  return join(directory, 'out/client.js');
}

/** The folder of an installed package. */
function packageOf(name: string): string {
  const entry = require.resolve(name);
  return entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 1) || dirname(entry);
}
