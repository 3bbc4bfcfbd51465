import type { ProjectReadiness } from '@switchyard/contracts';
import { useGetReadinessQuery } from '../../api/projects-api.js';

/** Whether tasks of the project would find a runner; `undefined` while it is loaded. */
export function useReadiness(projectId: number): ProjectReadiness | undefined {
  return useGetReadinessQuery(projectId).data;
}
