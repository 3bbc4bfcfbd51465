import { afterAll, describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import { makeRepository } from '../../../testing/git-repository.js';
import {
  exampleJob,
  LOCAL_INVENTORY,
  makeTestArea,
  recordAttempt,
  type RecordedAttempt,
} from '../../../testing/recorded-attempt.js';
import { execute } from '../../execute.js';
import { ResultCollector } from './result-collector.js';
import { reasonText } from '../../../testing/reason-text.js';

const area = makeTestArea();
afterAll(() => area.remove());

const LOCAL = 'ansible_connection=local ansible_python_interpreter=/usr/bin/python3';
let count = 0;

/** Runs a playbook of these tasks against `hosts`. */
async function play(tasks: string, part: { hosts?: string; head?: string; files?: Record<string, string> } = {}) {
  const playbook = `- hosts: all\n  gather_facts: false\n${part.head ?? ''}  tasks:\n${tasks}`;
  return run({ 'site.yml': playbook, ...part.files }, part.hosts);
}

async function run(files: Record<string, string>, hosts = `one ${LOCAL}\n`, more: Partial<Job> = {}) {
  const dir = makeRepository(area.path(`playbook-${++count}`), files);
  const inventory = { ...LOCAL_INVENTORY, content: hosts };
  const attempt = recordAttempt(
    area,
    exampleJob(`file://${dir}`, { app: 'ansible', playbook: 'site.yml', inventory, ...more }),
  );
  const result = await execute(attempt.context);
  return { ...attempt, result };
}

const counters = ({ results }: RecordedAttempt, host: string) => results.hosts.find((row) => row.host === host);
const errors = ({ results }: RecordedAttempt) =>
  results.errors.map(({ host, task, error }) => `${host} | ${task} | ${error}`);

describe('results of a playbook', () => {
  it('should count hosts, name failures, and report the stages with their lines', async () => {
    const attempt = await play(
      `    - name: Change it
      command: "true"
    - name: Copy the file
      fail:
        msg: no space left
      when: inventory_hostname == "two"
`,
      { hosts: `one ${LOCAL}\ntwo ${LOCAL}\n` },
    );
    expect(attempt.result.outcome).toBe('error');
    expect(counters(attempt, 'one')).toMatchObject({ ok: 1, changed: 1, failed: 0, skipped: 1 });
    expect(counters(attempt, 'two')).toMatchObject({ ok: 1, changed: 1, failed: 1 });
    expect(errors(attempt)).toEqual(['two | Copy the file | no space left']);
    const { stages } = attempt.results;
    expect(stages.map(({ type }) => type)).toEqual(['init', 'running', 'print_result']);
    expect(stages.every(({ first_line, last_line }) => (first_line ?? -1) <= (last_line ?? -1))).toBe(true);
  });

  it('should report each failed item of a loop', async () => {
    const attempt = await play(`    - name: Check
      command: "test {{ item }} = ok"
      loop: [ok, bad, worse]
`);
    const [bad, worse, ...others] = errors(attempt);
    expect(bad).toMatch(/^one \| Check \| \(item=bad\) non-zero return code/);
    expect(worse).toContain('(item=worse)');
    expect(others).toEqual([]);
  });

  it('should not take what is ignored or rescued for an error', async () => {
    const attempt = await play(`    - command: "false"
      ignore_errors: true
    - block:
        - block:
            - command: "false"
      rescue:
        - command: "true"
      always:
        - command: "true"
`);
    expect(attempt.result.outcome).toBe('success');
    expect(counters(attempt, 'one')).toMatchObject({ ignored: 1, rescued: 1, failed: 0 });
    expect(errors(attempt)).toEqual([]);
  });

  it('should take a failure inside of a rescue for an error', async () => {
    const attempt = await play(`    - block:
        - command: "false"
      rescue:
        - name: Repair it
          fail:
            msg: cannot repair
`);
    expect(errors(attempt)).toEqual(['one | Repair it | cannot repair']);
  });

  it('should keep hidden what no_log hides', async () => {
    const attempt = await play(`    - name: Secret work
      command: "sh -c 'echo hunter22; exit 1'"
      no_log: true
`);
    expect(errors(attempt)).toEqual(['one | Secret work | the output is hidden by no_log']);
  });

  it('should count hosts that cannot be reached', async () => {
    const hosts = `one ${LOCAL}\naway ansible_host=127.0.0.1 ansible_port=1\n`;
    const attempt = await play('    - ping:\n', { hosts });
    expect(counters(attempt, 'away')).toMatchObject({ unreachable: 1, ok: 0 });
    expect(reasonText(attempt.result.reason)).toContain('unreachable');
  });

  it('should sum up serial batches and several plays', async () => {
    const playbook = `- hosts: all\n  serial: 1\n  gather_facts: false\n  tasks: [{command: "true"}]\n`;
    const attempt = await run({ 'site.yml': playbook + playbook }, `one ${LOCAL}\ntwo ${LOCAL}\n`);
    expect(attempt.results.hosts.map(({ host, ok }) => [host, ok]).sort()).toEqual([
      ['one', 2],
      ['two', 2],
    ]);
  });

  it('should name the host a task was delegated to', async () => {
    const attempt = await play(
      `    - name: Elsewhere
      command: "false"
      delegate_to: two
      when: inventory_hostname == "one"
`,
      { hosts: `one ${LOCAL}\ntwo ${LOCAL}\n` },
    );
    expect(errors(attempt)[0]).toMatch(/^one -> two/);
  });

  it('should not believe a recap that a playbook prints', async () => {
    const attempt = await play(`    - debug:
        msg: "PLAY RECAP ****\\none : ok=99 changed=99 unreachable=0 failed=99"
`);
    expect(counters(attempt, 'one')).toMatchObject({ ok: 1, failed: 0 });
  });

  it('should have no statistics when the playbook cannot be read', async () => {
    const attempt = await run({ 'site.yml': '- hosts: [\n' });
    expect(attempt.result.outcome).toBe('error');
    expect([attempt.results.hosts, attempt.results.stages.map(({ type }) => type)]).toEqual([[], ['init']]);
  });

  it('should leave the callbacks of the playbook alone, wherever they are configured', async () => {
    const own = `from ansible.plugins.callback import CallbackBase
class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'notification'
    CALLBACK_NAME = 'mine'
    CALLBACK_NEEDS_ENABLED = True
    def v2_playbook_on_stats(self, stats):
        self._display.display('my own callback')
`;
    const files = {
      'plugins/mine.py': own,
      'ansible.cfg': '[defaults]\ncallback_plugins = plugins\ncallbacks_enabled = mine\n',
    };
    const attempt = await play('    - ping:\n', { files });
    expect(attempt.output()).toContain('my own callback');
    expect(counters(attempt, 'one')).toMatchObject({ ok: 1 });
  });

  it('should not fall for a playbook that writes into the file', async () => {
    const attempt = await play(`    - command: "true"
    - shell: |
        for file in $(ls -d \${TMPDIR%/tmp}/results.jsonl); do
          echo 'not json' >> $file
          echo '{"event":"stats","hosts":{"x":{"ok":"many"}}}' >> $file
          head -c 1000000 /dev/zero | tr '\\0' x >> $file
          echo >> $file
        done
`);
    expect(attempt.results.hosts.map(({ host }) => host)).toEqual(['one']);
  });

  it('should report what has happened when it is stopped in the middle', async () => {
    const playbook = `- hosts: all\n  gather_facts: false\n  tasks:\n    - fail: {msg: early}\n      when: inventory_hostname == "two"\n    - command: sleep 65432\n`;
    const dir = makeRepository(area.path(`playbook-${++count}`), { 'site.yml': playbook });
    const inventory = { ...LOCAL_INVENTORY, content: `one ${LOCAL}\ntwo ${LOCAL}\n` };
    const attempt = recordAttempt(
      area,
      exampleJob(`file://${dir}`, { app: 'ansible', playbook: 'site.yml', inventory }),
    );
    const ended = execute(attempt.context);
    await attempt.printed('TASK [command]');
    attempt.abort('stop');
    expect((await ended).outcome).toBe('stopped');
    expect(errors(attempt)).toEqual(['two | fail | early']);
  });

  it('should publish what the playbook sets for the whole run, secret where nothing is logged', async () => {
    const attempt = await play(`    - set_stats:
        data: {version: "1.10", hosts: [a, b], count: "{{ 3 | int }}"}
    - set_stats:
        data: {password: "p{{ 1 + 1 }}"}
      no_log: true
    - set_stats:
        data: {own: 1}
        per_host: true
`);
    expect(attempt.result.outcome).toBe('success');
    expect(attempt.outputs.get('version')).toEqual({ name: 'version', value: '1.10', secret: false });
    expect(attempt.outputs.get('hosts')?.value).toEqual(['a', 'b']);
    expect(attempt.outputs.get('password')).toEqual({ name: 'password', value: 'p2', secret: true });
    expect([...attempt.outputs.keys()].sort()).toEqual(['count', 'hosts', 'password', 'version']);
  });

  it('should let no error be lost beyond the ones that are listed', () => {
    const collector = new ResultCollector({ time: new Date(0), line: 0 });
    for (let i = 0; i < 2_500; i++) {
      collector.take({ event: 'error', host: 'h', task: 't', error: String(i) }, i);
    }
    collector.take({ event: 'stats', time: 1, hosts: {}, errors: 2_500 }, 9);
    const { errors: listed } = collector.results({ time: new Date(2000), line: 10 });
    expect([listed.length, listed.at(-1)?.error]).toEqual([2_001, '500 more errors are not listed']);
  });
});
