import { readFileSync, statSync } from 'node:fs';
import { messageOf } from '@switchyard/concurrency';

/** Permission bits of everybody but the owner. */
const OTHERS = 0o077;

/** Reads a file that holds a secret; reports when it cannot be read, and when others can read it too. */
export function readSecretFile(name: string, file: string, report: { faults: string[]; warnings: string[] }): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0) {
      report.warnings.push(`${name}: ${file} is open to other users of this machine; make it mode 0600`);
    }
    if (text.trim() === '') {
      report.faults.push(`${name}: ${file} is empty`);
    }
    return text;
  } catch (error) {
    report.faults.push(`${name}: ${file} cannot be read (${messageOf(error)})`);
    return '';
  }
}
