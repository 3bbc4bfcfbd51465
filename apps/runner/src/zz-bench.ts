import { writeFileSync } from 'node:fs';
import { RunnerUnderTest } from './testing/runner-under-test.js';
import { newJob } from './testing/jobs.js';
async function main() {
  const test = new RunnerUnderTest();
  const lines = Array.from({ length: 100000 }, (_, i) => `\u001b[0;3${i % 8}mTASK [role-${i % 13} : install package ${i}]\u001b[0m ok: [host-${i % 50}.example.net] => item=${'x'.repeat(i % 60)}\n`).join('');
  writeFileSync('/tmp/rbench/out', lines);
  await test.start();
  for (let r = 0; r < 3; r++) {
    const t = performance.now(); const c = process.cpuUsage();
    const a = test.gateway.assign(newJob({ task_id: r + 1, playbook: 'for i in 1 2 3 4 5 6 7 8 9 10; do cat /tmp/rbench/out; done', secret_env: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`S${i}`, `secret-number-${i}`])) }));
    await test.gateway.attempts.finished(a);
    const s = (performance.now() - t) / 1000; const u = process.cpuUsage(c);
    console.log(Math.round(1e6 / s), 'lines/s', s.toFixed(2), 's cpu', ((u.user + u.system) / 1e6).toFixed(2), 'requests', test.gateway.calls.filter((x) => x === 'log').length, test.gateway.logs.bytes(a).length === lines.length * 10, Math.round(process.memoryUsage().rss/1e6)+' MB');
    test.gateway.calls.length = 0;
  }
  await test.close();
}
void main();
