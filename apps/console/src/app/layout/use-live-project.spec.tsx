/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RealtimeEvent, TaskUpdate, TaskWithTemplate } from '@switchyard/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { sockets } from '../../api/live/testing/socket-io.js';
import { useListLastTasksQuery } from '../../api/tasks-api.js';
import { DomStage } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { useLiveProject } from './use-live-project.js';

const stage = new DomStage();
const LIST = 'GET project/1/tasks/last';
beforeEach(() => stage.start());
afterEach(() => {
  jest.useRealTimers();
  stage.stop();
});

function Page() {
  useLiveProject(1);
  const { data } = useListLastTasksQuery(1);
  return data?.map(({ id, status }) => <p key={id}>{`${id} ${status}`}</p>);
}

async function open() {
  stage.server.answer(LIST, [rowOf(TaskWithTemplate, { id: 7, project_id: 1, status: 'waiting' })]);
  stage.draw(<Page />);
  await screen.findByText('7 waiting');
  await waitFor(() => expect(sockets.length).toBeGreaterThan(0));
  stage.server.lines();
  jest.useFakeTimers();
}
const update = (status: TaskUpdate['status'], task_id = 7) =>
  stage.report(RealtimeEvent.task, rowOf(TaskUpdate, { task_id, project_id: 1, status }));
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const reads = (): string[] => stage.server.lines().filter((line) => line.startsWith(LIST));

describe('a page of a project that is open', () => {
  it('should show a new status at once, before anything is fetched', async () => {
    await open();
    update('running');
    await pass(100);
    expect(screen.queryByText('7 running')).not.toBeNull();
    expect(reads()).toEqual([]);
  });

  it('should fetch its lists once for several updates, shortly after the first', async () => {
    await open();
    update('running');
    await pass(400);
    update('success');
    expect(reads()).toEqual([]);
    await pass(300);
    expect(reads()).toHaveLength(1);
    await pass(1000);
    expect(reads()).toEqual([]);
  });

  it('should watch its own project', async () => {
    await open();
    stage.report('other', null);
    expect(sockets.at(-1)?.named(RealtimeEvent.watchProject)).toContainEqual({ project_id: 1 });
  });
});
