import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const catalogues = resolve(import.meta.dirname, '../../../../apps/console/src/locales');
const codes = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'pt_br', 'ru', 'uk', 'zh_cn', 'zh_tw'];

/**
 * The texts of problems in the catalogues of the console, as files of this folder hold them: alerts word the same problems.
 * @returns {{ file: string, text: string }[]}
 */
export const problemTexts = () =>
  codes
    .filter((code) => existsSync(join(catalogues, `${code}.json`)))
    .map((code) => {
      const { problem } = JSON.parse(readFileSync(join(catalogues, `${code}.json`), 'utf8'));
      const file = join(import.meta.dirname, 'problems', `${code}.json`);
      return { file, text: `${JSON.stringify(problem, null, 2)}\n` };
    });

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(import.meta.dirname, 'problems'), { recursive: true });
  problemTexts().forEach(({ file, text }) => writeFileSync(file, text));
}
