import type { ProjectReadiness } from '@switchyard/contracts';
import { useState } from 'react';
import { useGetReadinessQuery } from '../../api/projects-api.js';

/** Only administrators get messages about runners, so members look again while a template lacks one. */
const LOOK_AGAIN_MS = 5_000;

/** Whether tasks of the project would find a runner; `undefined` while it is loaded. */
export function useReadiness(projectId: number): ProjectReadiness | undefined {
  const [lacking, setLacking] = useState(false);
  const { data } = useGetReadinessQuery(projectId, { pollingInterval: lacking ? LOOK_AGAIN_MS : 0 });
  const lacks = data !== undefined && data.blocked.length > 0;
  if (lacks !== lacking) {
    setLacking(lacks);
  }
  return data;
}
