import type { Job } from '@switchyard/contracts';

/** The job with the address of its state at this control plane. */
export function withStateAddress(job: Job, { url, ca = null }: { url: URL; ca?: string | null | undefined }): Job {
  const { planning } = job;
  if (!planning?.state) {
    return job;
  }
  const address = `${url.href.replace(/\/+$/, '')}${planning.state.address}`;
  return { ...job, planning: { ...planning, state: { ...planning.state, address, ca } } };
}
