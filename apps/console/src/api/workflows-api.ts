import type { Workflow, WorkflowInput, WorkflowRun, WorkflowRunDetails } from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { type SaveRow, saveRequest } from './save-request.js';

interface WorkflowRef {
  projectId: number;
  id: number;
}

interface RunRef {
  projectId: number;
  runId: number;
}

/** A decision about the approval that a node of a run waits for. */
interface Decision extends RunRef {
  node: string;
  approves: boolean;
  reason: string;
}

/** Runs that the page of a workflow shows. */
const SHOWN_RUNS = 100;

const runPath = ({ projectId, runId }: RunRef): string => `project/${projectId}/workflow_runs/${runId}`;

/** What a change of a run changes on screen. */
const OF_RUN = ['WorkflowRun', 'Event'] as const;

const workflowsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkflows: build.query<Workflow[], number>({
      query: (projectId) => `project/${projectId}/workflows`,
      transformResponse: byName,
      providesTags: [{ type: 'Workflow', id: 'LIST' }, 'WorkflowRun'],
    }),
    getWorkflow: build.query<Workflow, WorkflowRef>({
      query: ({ projectId, id }) => `project/${projectId}/workflows/${id}`,
      providesTags: ['Workflow'],
    }),
    saveWorkflow: build.mutation<Workflow | null, SaveRow<WorkflowInput>>({
      query: (row) => saveRequest('workflows', row),
      invalidatesTags: ['Workflow', 'Event'],
    }),
    listWorkflowRuns: build.query<WorkflowRun[], WorkflowRef>({
      query: ({ projectId, id }) => `project/${projectId}/workflows/${id}/runs?limit=${SHOWN_RUNS}`,
      providesTags: ['WorkflowRun'],
    }),
    getWorkflowRun: build.query<WorkflowRunDetails, RunRef>({
      query: runPath,
      // The tasks of its nodes.
      providesTags: ['WorkflowRun', { type: 'TaskList', id: 'PROJECT' }],
    }),
    startWorkflow: build.mutation<WorkflowRunDetails, WorkflowRef & { message: string }>({
      query: ({ projectId, id, message }) => ({
        url: `project/${projectId}/workflows/${id}/runs`,
        method: 'POST',
        body: { message },
      }),
      invalidatesTags: [...OF_RUN],
    }),
    stopWorkflowRun: build.mutation<null, RunRef>({
      query: (ref) => ({ url: `${runPath(ref)}/stop`, method: 'POST' }),
      invalidatesTags: [...OF_RUN],
    }),
    retryWorkflowRun: build.mutation<null, RunRef & { node: string | null }>({
      query: ({ node, ...ref }) => ({ url: `${runPath(ref)}/retry`, method: 'POST', body: { node } }),
      invalidatesTags: [...OF_RUN],
    }),
    decideApproval: build.mutation<null, Decision>({
      query: ({ node, approves, reason, ...ref }) => ({
        url: `${runPath(ref)}/nodes/${node}/${approves ? 'approve' : 'reject'}`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: [...OF_RUN],
    }),
    skipNode: build.mutation<null, RunRef & { node: string; reason: string }>({
      query: ({ node, reason, ...ref }) => ({
        url: `${runPath(ref)}/nodes/${node}/skip`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: [...OF_RUN],
    }),
  }),
});

export const {
  useListWorkflowsQuery,
  useGetWorkflowQuery,
  useSaveWorkflowMutation,
  useListWorkflowRunsQuery,
  useGetWorkflowRunQuery,
  useStartWorkflowMutation,
  useStopWorkflowRunMutation,
  useRetryWorkflowRunMutation,
  useDecideApprovalMutation,
  useSkipNodeMutation,
} = workflowsApi;
