import type { ApiClient } from './api-client.js';

/** A workflow that asks before it runs a template, and a run of it, which waits. @param base path of the project */
export async function askingWorkflow(
  client: ApiClient,
  base: string,
  { name, template }: { name: string; template: number },
): Promise<{ workflow: number; run: number }> {
  const workflow = await client.create(`${base}/workflows`, {
    name,
    nodes: [
      { kind: 'approval', node: 'go', role: 'manager' },
      { kind: 'template', node: 'nightly', template_id: template },
      { kind: 'note', node: 'why', text: 'Each Friday.' },
    ],
    edges: [{ from: 'go', to: 'nightly', on: 'success' }],
  });
  return { workflow, run: await client.create(`${base}/workflows/${workflow}/runs`, {}) };
}
