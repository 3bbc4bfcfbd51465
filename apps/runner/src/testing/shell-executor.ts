import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toolEnd } from '../executors/process-end.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';

/**
 * Executor for tests of everything around executors: runs the job's `playbook` as a shell command in the attempt's
 * directory and kills its process group on any order.
 */
export async function executeInShell({ job, dir, log, stop, ...report }: AttemptContext): Promise<ExecutionResult> {
  report.reportFacts({ commit_hash: '0123abcd', commit_message: 'first commit' });
  report.reportFacts({ command: ['sh'] });
  await report.reportStart();
  log.section('run');
  const child = spawn('sh', ['-c', `exec 2>&1; ${job.playbook}`], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.on('data', (bytes: Buffer) => log.write(bytes));
  const kill = (): void => endGroup(child.pid ?? 0);
  if (stop.aborted) {
    kill();
  }
  stop.addEventListener('abort', kill, { once: true });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', kill);
  const outcome = stop.aborted ? 'stopped' : code === 0 ? 'success' : 'error';
  return {
    outcome,
    exitCode: code,
    signal,
    reason: outcome === 'success' ? null : toolEnd('sh', { exitCode: code, signal }),
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
