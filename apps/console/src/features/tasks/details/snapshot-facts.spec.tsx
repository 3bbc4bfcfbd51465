import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TaskSnapshot, TaskWithTemplate } from '@switchyard/contracts';
import { rowOf } from '../../../components/testing/row-of.js';
import { type Shown, Stage } from '../../../components/testing/shown.js';
import { SnapshotFacts } from './snapshot-facts.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const show = (snapshot: Partial<TaskSnapshot>, task: Partial<TaskWithTemplate> = {}): Shown =>
  stage.show(
    <SnapshotFacts
      task={rowOf(TaskWithTemplate, { project_id: 1, ...task })}
      snapshot={rowOf(TaskSnapshot, { ...snapshot })}
    />,
  );

describe('what a task runs with', () => {
  it('should be past once the task has ended', () => {
    expect(show({}, { status: 'success' }).text).not.toBe(show({}, { status: 'running' }).text);
  });

  it('should quote the arguments of the command that need it', () => {
    const command = ['ansible-playbook', '-e', '{"a": 1}', '--limit', 'web-1,web-2', ''];
    expect(show({ command }).text).toContain(`ansible-playbook -e '{"a": 1}' --limit web-1,web-2 ''`);
  });

  it('should name the runner with the version of its tool, with control characters made visible', () => {
    const { text } = show({ runner: { id: 1, name: 'r\u202e1' }, tool_version: '2.18' });
    expect(text).toMatch(/r.*1 · 2\.18/);
    expect(text).not.toContain('\u202e');
  });

  it('should name the container image with its digest, where it had one', () => {
    const image = { image: 'registry.test/tools:1', image_digest: 'sha256:ab' };
    expect(show(image).text).toContain('registry.test/tools:1 sha256:ab');
    expect(show({ ...image, image_digest: null }).text).not.toContain('sha256');
  });

  it('should name variables with their values, and secrets by their names alone', () => {
    const { text } = show({ variables: { region: 'eu', count: 2 }, env: { A: 'b' }, secret_names: ['DB_PASSWORD'] });
    expect(text).toMatch(/region = eu count = 2/);
    expect(text).toContain('A = b');
    expect(text).toContain('DB_PASSWORD');
  });

  it('should lead to the inventory, whose kind a newer server may name as this console does not', () => {
    const inventory = { id: 4, name: 'prod', type: 'newer', content: 'web-1', sha256: null };
    const { text, html } = show({ inventory });
    expect(html).toContain('inventory?open=4');
    expect(text).toContain('newer');
    expect(show({ inventory: { ...inventory, content: null } }).text).not.toContain('newer');
  });
});
