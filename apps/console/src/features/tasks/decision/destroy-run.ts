import { own, type TaskWithTemplate } from '@switchyard/contracts';

/** Whether the task was started to destroy what its configuration made, and not by what its plan came to. */
export const isDestroyRun = ({ params }: Pick<TaskWithTemplate, 'params'>): boolean => own(params, 'destroy') === true;
