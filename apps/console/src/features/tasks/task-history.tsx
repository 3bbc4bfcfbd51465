import { isFinal, SEARCHED_TASKS, TASK_STATUSES, type TaskStatus, type TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type TaskFilter, useListTasksQuery } from '../../api/tasks-api.js';
import { KeysetPager } from '../../components/data-table/keyset-pager.js';
import { type Selection, useSelection } from '../../components/data-table/use-selection.js';
import { pageQuery } from '../../components/data-table/keyset.js';
import { useKeyset, useUrlCursor } from '../../components/data-table/use-keyset.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { usePermission } from '../../components/page/project-context.js';
import { TaskTable } from '../../components/task/task-table.js';
import { rangeOfDays } from '../../lib/day-range.js';
import { withTexts } from '../../lib/all-texts.js';
import { useTitle } from '../../lib/page-title.js';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';
import { TaskFilters } from './task-filters.js';
import { late } from '../../components/feedback/late.js';

const BulkStop = late(async () => (await withTexts(import('./bulk-stop.js'))).BulkStop);

/** Longest text that the server looks for. */
const MAX_TEXT = 200;

const isStatus = (text: string): text is TaskStatus => TASK_STATUSES.some((status) => status === text);

/** The filter of the address: `?q=fix&status=error,stopped&template=3&user=7&from=2026-11-01`. A change leads to the first page. */
function useTaskFilter() {
  const [params, change] = useUrlParams();
  const set = (values: Record<string, string | null>): void => change({ before: null, after: null, ...values });
  const status = [...new Set((params.get('status') ?? '').split(',').filter(isStatus))];
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const filter: TaskFilter = {
    ...(status.length > 0 && { status: status.join(',') }),
    template_id: idParam(params, 'template'),
    user_id: idParam(params, 'user'),
    ...rangeOfDays(from, to),
    text: (params.get('q') ?? '').trim().slice(0, MAX_TEXT) || undefined,
  };
  return {
    status,
    days: { from, to },
    filter,
    isFiltered: Object.values(filter).some((value) => value !== undefined),
    set,
    clear: () => set({ q: null, status: null, template: null, user: null, from: null, to: null }),
  };
}

/** Selection of tasks to stop, for users who may run tasks; absent where there are none. */
function useStoppable(rows: readonly TaskWithTemplate[] | undefined) {
  const mayRun = usePermission('runProjectTasks');
  const selection = useSelection(rows, {
    keyOf: ({ id }) => id,
    nameOf: ({ id }) => `#${id}`,
    isOffered: ({ status }) => !isFinal(status) && status !== 'stopping',
  });
  return mayRun && (selection.isOffered || selection.isUsed) ? selection : undefined;
}

function StopChosen({ selection }: { selection: Selection<TaskWithTemplate> | undefined }) {
  return (
    <Suspense fallback={null}>
      {selection?.isUsed && (
        <BulkStop
          tasks={selection.chosen.map(({ id, project_id: projectId, tpl_alias: name }) => ({
            projectId,
            taskId: id,
            name,
          }))}
          onClear={selection.clear}
        />
      )}
    </Suspense>
  );
}

interface TaskHistoryProps {
  projectId: number;
  /** `null` = of all. */
  templateId: number | null;
  /** Content in the place of a list that has never had a task. */
  empty: ReactNode;
}

/** All tasks of a project or template, 20 a page, newest first. */
export function TaskHistory({ projectId, templateId, empty }: TaskHistoryProps) {
  const { t } = useTranslation();
  const { status, days, filter, isFiltered, set, clear } = useTaskFilter();
  const fixed = templateId === null ? {} : { template_id: templateId };
  const list = useListTasksQuery({ projectId, ...filter, ...fixed, ...pageQuery(useUrlCursor()) });
  const { rows, ...pager } = useKeyset(list, ({ id }) => id);
  const selection = useStoppable(rows);
  const running = rows?.filter((task) => task.status === 'running').length ?? 0;
  useTitle('status', templateId === null && running > 0 ? t('history.running', { count: running }) : null);
  const nothing = isFiltered ? (
    <EmptyState
      title={t('history.noMatchTitle')}
      text={filter.text === undefined ? t('history.noMatchText') : t('history.searched', { max: SEARCHED_TASKS })}
    >
      <Button onClick={clear}>{t('filter.clear')}</Button>
    </EmptyState>
  ) : (
    empty
  );
  return (
    <>
      {(isFiltered || rows?.length !== 0) && (
        <TaskFilters
          projectId={projectId}
          status={status}
          days={days}
          filter={filter}
          withTemplate={templateId === null}
          onChange={set}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      <TaskTable
        tasks={rows}
        error={list.error}
        onRetry={() => void list.refetch()}
        withTemplate={templateId === null}
        selection={selection}
        foot={<KeysetPager {...pager} />}
        empty={nothing}
      />
      <StopChosen selection={selection} />
    </>
  );
}
