import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Event, ProjectUser } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { type Shown, Stage } from '../../components/testing/shown.js';
import { What } from './activity-cells.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const show = (members: Partial<Event>): Shown =>
  stage.show(<What event={rowOf(Event, { project_id: 1, ...members })} />);
const activity = (code: string, params: object = {}) => ({ code, params }) as Event['activity'];

describe('an entry of the activity', () => {
  it('should lead to the log of its task, with the mark of the status that it reports', () => {
    const { html, links } = show({ object_type: 'task', object_id: 9, activity: activity('task_error', { id: 9 }) });
    expect(links).toHaveLength(1);
    expect(html).toContain('t=9');
    expect(html).toContain('data-tone="red"');
  });

  it('should have no mark for what is no status of a task', () => {
    const { html } = show({ object_type: 'task', object_id: 9, activity: activity('constructor', { id: 9 }) });
    expect(html).not.toContain('sy-event-mark');
  });

  it('should name the template once, beside words that do not', () => {
    const task = { object_type: 'task', object_id: 9, template_name: 'Deploy' };
    const count = ({ text }: Shown): number => text.split('Deploy').length - 1;
    expect(count(show({ ...task, activity: activity('task_success', { id: 9 }) }))).toBe(1);
    expect(count(show({ ...task, activity: activity('task_success', { id: 9, template: 'Deploy' }) }))).toBe(1);
  });

  it('should name a member where the entry has only an id', async () => {
    const member = rowOf(ProjectUser, { id: 4, name: 'Ben Ito', username: 'ben' });
    await stage.read('listMembers', 1, 'GET project/1/users', [member]);
    const entry = { object_type: 'user', object_id: 4, activity: activity('user_left', { id: 4 }) };
    expect(show(entry).text).toContain('Ben Ito');
    expect(show({ ...entry, object_id: 5 }).text).not.toContain('Ben Ito');
  });

  it('should fall back on the sentence of an older version', () => {
    expect(show({ description: 'Something happened' }).text).toBe('Something happened');
  });
});
