import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Task } from '@switchyard/contracts';
import { parse } from 'yaml';
import { root } from '../support/part.js';
import { createTemplate } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const run = promisify(execFile);
const EXAMPLE = 'https://switchyard.example.com';
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** The steps of an example with the variables that it sets, as its product runs them: one shell for each. */
interface Pipeline {
  variables: Record<string, string>;
  steps: string[];
}

interface Actions {
  jobs: { deploy: { env: Record<string, string>; steps: { run: string }[] } };
}
interface GitLab {
  deploy: { variables: Record<string, string>; script: string[] };
}

const READERS: Readonly<Record<string, (text: string) => Pipeline>> = {
  'GitHub Actions': (text) => {
    const { env, steps } = (parse(text) as Actions).jobs.deploy;
    return { variables: env, steps: steps.map((step) => step.run) };
  },
  'GitLab CI': (text) => {
    const { variables, script } = (parse(text) as GitLab).deploy;
    return { variables, steps: script };
  },
  Jenkins: (text) => ({
    variables: Object.fromEntries([...text.matchAll(/(\w+) = '([^']*)'/g)].map(([, name, value]) => [name, value])),
    steps: [...text.matchAll(/sh '([^']*)'/g)].map(([, step = '']) => step),
  }),
};

describe('the examples for pipelines', () => {
  let place: Workplace;
  let page: string;
  let token: string;
  let directory: string;

  beforeAll(async () => {
    page = await readFile(join(root, 'apps/docs/pages/guides/pipelines.md'), 'utf8');
    directory = await mkdtemp(join(tmpdir(), 'switchyard-pipeline-'));
    const script = 'echo "deploys $version"; [ "$version" != broken ] || exit 7';
    place = await openWorkplace({ 'run.sh': script }, { git: 'path', project: { name: 'Shop' }, shared: true });
    token = (await place.client.call<{ id: string }>('POST', '/user/tokens', { name: 'pipeline' })).id;
    await createTemplate(place.client, place.project, {
      name: 'Deploy',
      survey_vars: [{ name: 'version', title: 'Version', required: true }],
    });
  });

  afterAll(async () => {
    await place.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** The code below the heading of a product. */
  const codeOf = (product: string): string => page.split(`## ${product}\n`)[1]?.split(/```\w*\n/)[1] ?? '';

  /** The log of the job, as the steps of the example make it for a commit. */
  async function play({ variables, steps }: Pipeline, commit: string): Promise<string> {
    expect(variables['SWITCHYARD_SERVER']).toBe(EXAMPLE);
    const env = {
      PATH: process.env['PATH'],
      HOME: directory,
      LANG: 'C',
      TRACEPARENT,
      ...variables,
      SWITCHYARD_SERVER: place.stack.address,
      SWITCHYARD_TOKEN: token,
      ...Object.fromEntries(['GITHUB_SHA', 'CI_COMMIT_SHA', 'GIT_COMMIT'].map((name) => [name, commit])),
    };
    const outputs: string[] = [];
    for (const step of steps) {
      outputs.push((await run('sh', ['-e', '-c', step], { cwd: directory, env })).stdout);
    }
    return outputs.join('');
  }

  it.each(Object.entries(READERS))('should run a task from %s, and end as its tool does', async (product, read) => {
    const example = read(codeOf(product));
    expect(example.steps).toHaveLength(2);
    expect(await play(example, `commit of ${product}`)).toContain(`deploys commit of ${product}`);
    const [task] = await place.client.call<Task[]>('GET', `/project/${place.project.id}/tasks/last`);
    expect(task).toMatchObject({ status: 'success', traceparent: TRACEPARENT });
    await expect(play(example, 'broken')).rejects.toMatchObject({ code: 7 });
  });
});
