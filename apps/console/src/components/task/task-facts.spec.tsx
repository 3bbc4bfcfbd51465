import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PullRequest, TaskReview, TaskWithTemplate } from '@switchyard/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { rowOf } from '../testing/row-of.js';
import { Stage } from '../testing/shown.js';
import { TaskCommit, TaskMessage, TaskPeople } from './task-facts.js';

const task = {
  message: 'before the holidays',
  commit_hash: 'c0ffee1234567890',
  commit_message: 'Fix login\n\nbody',
  commit_author: '',
};

describe('commit and message of a task', () => {
  it('should be two facts', () => {
    const commit = renderToStaticMarkup(<TaskCommit task={task} />);
    expect(commit).toContain('c0ffee1234<');
    expect(commit).toContain('>Fix login<');
    expect(commit).not.toContain('holidays');
    expect(renderToStaticMarkup(<TaskMessage task={task} />)).toContain('>before the holidays<');
  });

  it('should be a dash where there is none', () => {
    expect(renderToStaticMarkup(<TaskCommit task={{ ...task, commit_hash: null, commit_message: '' }} />)).toContain(
      '–',
    );
    expect(renderToStaticMarkup(<TaskMessage task={{ message: '' }} />)).toContain('–');
  });

  it('should cut what is longer than 50 characters and keep it whole in the title', () => {
    const message = 'x'.repeat(51);
    const shown = renderToStaticMarkup(<TaskMessage task={{ message }} />);
    expect(shown).toContain(`>${'x'.repeat(50)}…<`);
    expect(shown).toContain(`title="${message}"`);
  });
});

describe('the people of a task', () => {
  const stage = new Stage();
  beforeEach(() => stage.start());
  afterEach(() => stage.stop());

  const pull_request = rowOf(PullRequest, { number: 12, url: 'https://git.test/pulls/12' });
  const merged = {
    decided: '2026-11-29T12:00:00Z',
    pull_request,
    review: rowOf(TaskReview, { way: 'merge', plan: 'same' }),
  };
  const show = (members: Partial<TaskWithTemplate>) =>
    stage.show(<TaskPeople task={rowOf(TaskWithTemplate, { status: 'success', ...members })} />);

  it('should name the merge that applied a plan, with its pull request', () => {
    const { text, html } = show(merged);
    expect(text).toMatch(/Merge of #12$/);
    expect(html).toContain('href="https://git.test/pulls/12"');
    expect(show({ ...merged, pull_request: { ...pull_request, url: null } }).text).toMatch(/Merge of #12$/);
    expect(show({ ...merged, stopped_by: 'Bo' }).text).toMatch(/Merge of #12 Stopped by Bo$/);
  });

  it.each<[string, Partial<TaskWithTemplate>, RegExp]>([
    ['confirmed another plan after a merge', { review: { ...merged.review, plan: 'different' } }, /Confirmed by Ann$/],
    ['let it be applied here', { review: { ...merged.review, way: 'members' } }, /Confirmed by Ann$/],
    ['rejected it', { status: 'rejected', review: { ...merged.review, plan: 'different' } }, /Rejected by Ann$/],
  ])('should name the person who %s', (_, members, words) => {
    expect(show({ ...merged, decided_by: 'Ann', ...members }).text).toMatch(words);
  });
});
