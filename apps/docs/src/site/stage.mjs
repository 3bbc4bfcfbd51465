import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedPages } from '../reference/generated-pages.mjs';
import { restPages } from '../reference/rest/rest-pages.mjs';
import { api, pages, pictures } from './places.mjs';

/** VitePress looks for its settings and its theme beside the pages. The theme uses the fonts of the reader's system. */
const stubs = {
  '.vitepress/config.mjs': `export { config as default } from '../../../src/site/config.mjs';\n`,
  '.vitepress/theme/index.mjs': `import theme from 'vitepress/theme-without-fonts';\nimport '../../../../src/theme/style.css';\nexport default theme;\n`,
};

/** Puts together what VitePress builds from. @param {string} directory */
export function stage(directory) {
  rmSync(directory, { recursive: true, force: true });
  cpSync(pages, directory, { recursive: true });
  cpSync(pictures, path.join(directory, 'public/pictures'), { recursive: true });
  for (const [name, text] of Object.entries({ ...stubs, ...generatedPages(), ...restPages(openApiDocument()) })) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The document of the api that is built in this checkout. @returns {import('../reference/rest/operations.mjs').Document} */
const openApiDocument = () =>
  JSON.parse(execFileSync(process.execPath, [api, 'open-api'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
