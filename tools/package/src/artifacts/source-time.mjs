import { execFileSync } from 'node:child_process';
import { root } from '../paths.mjs';

/** Time of the last commit, so that the same sources make the same packages; `SOURCE_DATE_EPOCH` wins. */
export function sourceTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const text = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return Number(text);
}
