import { isPlanned, type TaskWithTemplate } from '@switchyard/contracts';
import { useMemo } from 'react';
import { useGetTaskRepositoryQuery } from '../../api/tasks-api.js';
import type { LinksIn } from '../../components/log-viewer/index.js';
import { type Forge, forgeOf } from '../../lib/forge.js';
import { filePlaces, pathInRepository } from './file-places.js';

/** The forge that shows the repository of a task, once its commit is known. */
function useForge({ project_id: projectId, id: taskId, commit_hash: hash }: TaskWithTemplate): Forge | null {
  const { currentData } = useGetTaskRepositoryQuery({ projectId, taskId }, { skip: hash === null });
  return useMemo(
    () => (currentData === undefined ? null : forgeOf({ ...currentData, git_url: currentData.url })),
    [currentData],
  );
}

/** The page of the commit that a task ran: at the forge of its repository, else as the sender of the webhook named it. */
export function useCommitPage(task: TaskWithTemplate): string | undefined {
  const forge = useForge(task);
  const ofSender = task.commit_url ?? undefined;
  return forge === null || task.commit_hash === null ? ofSender : forge.commit(task.commit_hash);
}

/** Finds files that tools name in the log, and leads to their lines at the commit of the task. */
export function useFileLinks(task: TaskWithTemplate): LinksIn | undefined {
  const forge = useForge(task);
  const { commit_hash: hash } = task;
  const directory = isPlanned(task.tpl_app) ? task.playbook || task.tpl_playbook : '';
  return useMemo(
    () =>
      forge === null || hash === null
        ? undefined
        : (text, above) =>
            filePlaces(text, above).flatMap(({ from, to, path, line }) => {
              const inside = pathInRepository(path, directory);
              return inside === null ? [] : [{ from, to, href: forge.file(hash, inside, line) }];
            }),
    [forge, hash, directory],
  );
}
