import { generateKeyPairSync } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitRepository } from '@switchyard/contracts';
import { type GithubServer, startGithubServer } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const private_key = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();

/** Looks for tokens wherever the tool may read, and says one as a careless tool does. */
const SPY = `
echo "files: $(ls | tr '\\n' ' ')"
echo "in the environment: $(env | grep -c ghs_)"
echo "in files: $(grep -rsl ghs_ "$PWD" "$(dirname "$PWD")" "$HOME" "\${TMPDIR:-/tmp}" 2>/dev/null | grep -v run.sh | wc -l)"
echo "in settings: $(git config --list | grep -c ghs_)"
echo "the token is ghs_token_number_1"
`;

/** Uses its token as a bot does: with git, and with the API, where it may and where it may not. */
const botOf = (origin: string): string => `
echo "the token is $GITHUB_TOKEN"
echo "heads: $(git ls-remote --heads "$(echo ${origin} | sed "s#//#//x-access-token:$GITHUB_TOKEN@#")/ops/repository.git" | wc -l)"
comment() { curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $GITHUB_TOKEN" -H 'Accept: application/vnd.github+json' -H 'X-GitHub-Api-Version: 2022-11-28' -H 'Content-Type: application/json' -d '{"body":"done"}' "${origin}/api/v3/repos/ops/$1/issues/7/comments"; }
echo "comment: $(comment repository)"
echo "comment elsewhere: $(comment other)"
`;

/** A repository of a GitHub Enterprise server whose only key is an app. */
describe('a repository that a GitHub App opens', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let github: GithubServer;

  beforeAll(async () => {
    const files = { 'run.sh': SPY, 'live/a.txt': 'a', 'other/b.txt': 'b' };
    place = await openConsoleWorkplace(files, { stack: { settings: { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' } } });
    ({ page } = place);
    github = await startGithubServer(dirname(place.repository.path));
    await place.repository.commit({ 'bot.sh': botOf(github.origin) });
  });
  afterAll(async () => {
    await place.close();
    await github.stop();
    expect(github.faults).toEqual([]);
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const field = (name: string): Locator => dialog().getByLabel(name, { exact: true });
  const address = () => github.url(basename(place.repository.path));
  async function choose(name: string, text: string): Promise<void> {
    await dialog().getByRole('combobox', { name, exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click();
  }
  async function save(): Promise<void> {
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().waitFor({ state: 'hidden' });
  }

  it('should be made in the console, and be tested before it is saved', async () => {
    await page.goto(`/project/${place.project.id}/keys`);
    await page.getByRole('button', { name: 'New key' }).first().click();
    await field('Name').fill('Our app');
    await choose('Type', 'GitHub App');
    await field('App ID or client ID').fill('12345');
    await field('Server of the app').fill('github.example.com');
    await field('Private key').fill(private_key);
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('must be an http or https address', { exact: false }).waitFor();
    expect(await lookFaults(page, 'github-app-key')).toEqual([]);
    await field('Server of the app').fill(github.origin);
    await save();
    await page.goto(`/project/${place.project.id}/repositories`);
    await page.getByRole('button', { name: 'New repository' }).first().click();
    await field('Name').fill('Site');
    await field('URL or path').fill('git@github.com:ops/site.git');
    await choose('Access key', 'Our app');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('is a GitHub App, which opens only HTTPS addresses', { exact: false }).waitFor();
    await field('URL or path').fill(address());
    await dialog().getByRole('button', { name: 'Fetching and trust' }).click();
    await field('Directories').pressSequentially('live,modules/network,');
    expect(await lookFaults(page, 'repository-directories')).toEqual([]);
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await dialog().getByText('Connected: 1 branch').waitFor();
    await save();
    const all = await place.client.call<GitRepository[]>('GET', `/project/${place.project.id}/repositories`);
    expect(all.find(({ name }) => name === 'Site')?.paths).toEqual(['live', 'modules/network']);
  });

  it('should be fetched with a token that its tool does not get and its log does not show', async () => {
    const { client, project } = place;
    const [site] = await client.call<GitRepository[]>(
      'GET',
      `/project/${project.id}/repositories?sort=name&order=desc`,
    );
    const template = await createTemplate(client, project, { name: 'Spy', repository_id: site?.id });
    const id = await runTask(client, project, template);
    await client.untilStatus(project.id, id, 'success');
    expect(await client.toolLines(project.id, id)).toEqual([
      'files: bot.sh live run.sh ',
      'in the environment: 0',
      'in files: 0',
      'in settings: 0',
      expect.stringMatching(/^the token is \*+$/),
    ]);
    expect(github.issued).toEqual([
      { token: 'ghs_token_number_1', repositories: ['repository'], permissions: { contents: 'read' } },
    ]);
  });

  it('should give its tool a token where the template asks for one, masked in the log', async () => {
    const { client, project } = place;
    const [site] = await client.call<GitRepository[]>(
      'GET',
      `/project/${project.id}/repositories?sort=name&order=desc`,
    );
    const template = await createTemplate(client, project, {
      name: 'Bot',
      playbook: 'bot.sh',
      repository_id: site?.id,
    });
    await page.goto(`/project/${project.id}/templates/${template}`);
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await choose('Forge token', 'Writes to the repository');
    await dialog().getByText('Code of forks gets none.', { exact: false }).waitFor();
    expect(await lookFaults(page, 'template-forge-token')).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const id = await runTask(client, project, template);
    await client.untilStatus(project.id, id, 'success');
    expect(await client.toolLines(project.id, id)).toEqual([
      expect.stringMatching(/^the token is \*+$/),
      'heads: 1',
      'comment: 201',
      'comment elsewhere: 403',
    ]);
    const permissions = { metadata: 'read', contents: 'write', pull_requests: 'write', issues: 'write' };
    expect(github.issued.at(-1)).toMatchObject({ repositories: ['repository'], permissions });
    await client.call('PUT', `/project/${project.id}/templates/${template}`, {
      ...(await client.call<object>('GET', `/project/${project.id}/templates/${template}`)),
      forge_token: 'read',
    });
    const reading = await runTask(client, project, template);
    await client.untilStatus(project.id, reading, 'success');
    expect(await client.toolLines(project.id, reading)).toContain('comment: 403');
  });

  it('should say why there is no token', async () => {
    const { client, project } = place;
    const row = { project_id: project.id, name: 'Elsewhere', git_url: address().replace('127.0.0.1', 'localhost') };
    const keys = await client.call<{ id: number; type: string }[]>('GET', `/project/${project.id}/keys`);
    const ssh_key_id = keys.find(({ type }) => type === 'github_app')?.id;
    const repository_id = await client.create(`/project/${project.id}/repositories`, { ...row, ssh_key_id });
    const template = await createTemplate(client, project, { name: 'Lost', repository_id });
    const id = await runTask(client, project, template);
    expect(await client.untilStatus(project.id, id, 'error')).toMatchObject({
      end_problem: { code: 'key_unusable', params: { reason: { code: 'github_app_address' } } },
    });
    await page.goto(`/project/${project.id}/templates/${template}?t=${id}`);
    await page.getByText('opens only HTTPS addresses of its own server', { exact: false }).first().waitFor();
    expect(place.person.faults).toEqual([]);
  });
});
