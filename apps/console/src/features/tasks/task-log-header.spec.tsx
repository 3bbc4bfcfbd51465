/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TaskWithTemplate } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { DomStage } from '../../components/testing/drawn.js';
import type { TimelineStage } from './stage-statuses.js';
import { TaskLogHeader } from './task-log-header.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

function show(
  members: Partial<TaskWithTemplate>,
  onFull: ((full: boolean) => void) | null = null,
  stages: readonly TimelineStage[] = [],
) {
  const { container, unmount } = stage.draw(
    <TaskLogHeader
      task={rowOf(TaskWithTemplate, {
        id: 12,
        project_id: 1,
        template_id: 3,
        tpl_alias: 'Deploy',
        tpl_app: 'bash',
        status: 'success',
        created: '2026-05-01T08:00:00Z',
        start: '2026-05-01T08:00:10Z',
        end: '2026-05-01T08:01:10Z',
        ...members,
      })}
      stages={stages}
      full={false}
      onFull={onFull}
      onLine={() => undefined}
      onClose={() => undefined}
    />,
  );
  const text = (container.textContent ?? '').replaceAll(/\s+/g, ' ');
  const buttons = [...container.querySelectorAll('button')].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent,
  );
  unmount();
  return { text, buttons };
}

describe('the head of a log', () => {
  it('should name template, task and status', () => {
    expect(show({}).text).toMatch(/Deploy ?#12 ?Success/);
  });

  it('should make hidden characters of names visible', () => {
    const { text } = show({ tpl_alias: 'Dep\u202eloy' });
    expect(text).not.toContain('\u202e');
  });

  it('should say how long a task ran, and how long it was queued before', () => {
    const { text } = show({});
    expect(text).toMatch(/Duration ?1 ?m/);
    expect(text).toMatch(/Queued ?10 ?s/);
  });

  it('should count the checkout as no part of the queue', () => {
    const [start, end] = ['2026-05-01T08:00:00Z', '2026-05-01T08:00:04Z'];
    const { text } = show({}, null, [{ type: 'queue', state: 'success', start, end, line: 1 }]);
    expect(text).toMatch(/Queued ?4 ?s/);
  });

  it('should say that a task waits that has no runner yet', () => {
    const { text } = show({ status: 'waiting', start: null, end: null });
    expect(text).toContain('Waiting');
    expect(text).toContain('Runnernot assigned');
    expect(text).not.toContain('Duration');
  });

  it('should name the runner, and the exit code of a failure alone', () => {
    const failed = show({ status: 'error', runner_name: 'east', exit_code: 2 }).text;
    expect(failed).toContain('Runnereast');
    expect(failed).toContain('Exit code 2');
    expect(show({ status: 'success', exit_code: 0 }).text).not.toContain('Exit code');
  });

  it('should show the message of the launch where there is one', () => {
    expect(show({ message: 'hotfix' }).text).toContain('Messagehotfix');
    expect(show({ message: '' }).text).not.toContain('Message');
  });

  it('should offer the whole screen only where there is a choice', () => {
    const without = show({}).buttons;
    const buttons = show({}, () => undefined).buttons;
    expect(buttons.length - without.length).toBe(1);
    expect(without).toEqual(expect.arrayContaining(['Copy link', 'Close']));
  });
});
