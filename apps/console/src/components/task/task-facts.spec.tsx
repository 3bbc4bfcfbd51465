import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { TaskCommit, TaskMessage } from './task-facts.js';

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
