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

/** The document as one of the generators reads it, and what its programs import beside `./api.js`. */
interface Generator {
  file: string;
  runtime: string;
  generate: (document: object, directory: string) => Promise<string>;
}

const GENERATORS = {
  /** Types alone: `paths`, for `openapi-fetch`. */
  types: {
    file: 'api.d.ts',
    runtime: 'openapi-fetch',
    generate: async (document) => {
      const { default: openapiTS, astToString } = await import('openapi-typescript');
      return astToString(await openapiTS(JSON.stringify(document)));
    },
  },
  /** A function for each operation, by oazapfts. */
  functions: {
    file: 'api.ts',
    runtime: '@oazapfts/runtime',
    generate: async (document, directory) => {
      const { generateSource } = await import('oazapfts');
      const file = join(directory, 'openapi.json');
      await writeFile(file, JSON.stringify(document));
      return generateSource(file);
    },
  },
} satisfies Record<string, Generator>;

/**
 * Generates a client of an OpenAPI document, and compiles a program that calls it.
 * @param directory an empty one
 * @param program TypeScript; has `./api.js` and the runtime of the generator
 * @returns where the compiled program is
 * @throws the errors of the compiler
 */
export async function compileClient(
  directory: string,
  document: object,
  { by, program }: { by: keyof typeof GENERATORS; program: string },
): Promise<string> {
  const { file, runtime, generate }: Generator = GENERATORS[by];
  const linked = join(directory, 'node_modules', runtime);
  await mkdir(dirname(linked), { recursive: true });
  await symlink(packageOf(runtime), linked);
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(OPTIONS));
  await writeFile(join(directory, file), await generate(document, directory));
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
