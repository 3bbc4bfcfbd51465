import { execFileSync } from 'node:child_process';

/** Whether `terraform` is installed: no registry has it. */
export function hasTerraform(): boolean {
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore', env: { ...process.env, CHECKPOINT_DISABLE: '1' } });
    return true;
  } catch {
    return false;
  }
}
