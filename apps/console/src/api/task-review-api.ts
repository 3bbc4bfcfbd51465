import type { ReviewAnswer, TaskWithTemplate } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import type { TaskRef } from './tasks-api.js';

const pathOf = ({ projectId, taskId }: TaskRef): string => `project/${projectId}/tasks/${taskId}/apply`;

/** Whether and how the plan of a pull request is applied. */
const taskReviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Why the plan of a pull request may not be applied. */
    getTaskReview: build.query<ReviewAnswer, TaskRef>({ query: pathOf, providesTags: ['TaskList'] }),
    /** Starts a task that plans once more. */
    applyReviewed: build.mutation<TaskWithTemplate, TaskRef>({
      query: (ref) => ({ url: pathOf(ref), method: 'POST' }),
      invalidatesTags: (_result, _error, { taskId }) => ['TaskList', 'Event', { type: 'Task', id: taskId }],
    }),
  }),
});

export const { useGetTaskReviewQuery, useApplyReviewedMutation } = taskReviewApi;
