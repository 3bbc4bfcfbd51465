import { execFileSync } from 'node:child_process';
import { describe } from '@jest/globals';

/** Machines without terraform leave out what needs it; the tests install it. */
export const describeWithTerraform = isInstalled('terraform') ? describe : describe.skip;

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
