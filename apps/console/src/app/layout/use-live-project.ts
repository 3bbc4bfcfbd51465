import type { TaskUpdate } from '@switchyard/contracts';
import i18next from 'i18next';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base-api.js';
import { applyTaskUpdate, refreshTasks } from '../../api/live-tasks.js';
import { subscriptions } from '../../api/socket.js';
import type { AppDispatch } from '../../api/store.js';
import { notifyOfTask } from '../../features/tasks/watched-tasks.js';

/** How long updates are gathered before the lists are fetched again, in milliseconds. */
const gatherMs = 700;

function makeGatherer(dispatch: AppDispatch): { add: (update: TaskUpdate) => void; stop: () => void } {
  const changed = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    dispatch(refreshTasks([...changed]));
    changed.clear();
  };
  return {
    add: (update) => {
      dispatch(applyTaskUpdate(update));
      notifyOfTask(update, i18next.t(`status.${update.status}`));
      changed.add(update.task_id);
      timer ??= setTimeout(flush, gatherMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Keeps everything on screen of one project current: updates show at once, what they do not carry follows shortly. */
export function useLiveProject(projectId: number): void {
  const dispatch = useDispatch<AppDispatch>();
  useEffect(() => {
    const gatherer = makeGatherer(dispatch);
    const leave = subscriptions.project(projectId, gatherer.add);
    const stay = subscriptions.gone.add(() => {
      dispatch(baseApi.util.invalidateTags(['User', 'Project']));
    });
    return () => {
      gatherer.stop();
      leave();
      stay();
    };
  }, [dispatch, projectId]);
}
