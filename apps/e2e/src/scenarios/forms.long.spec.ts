import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { openPage } from '../support/browser.js';
import type { FormProject, WalkedForm } from '../support/forms/form-rule.js';
import { peopleForms } from '../support/forms/people-forms.js';
import { resourceForms } from '../support/forms/resource-forms.js';
import { templateForms } from '../support/forms/template-forms.js';
import { FormWalk } from '../support/forms/walk-form.js';
import { subscriptionForm } from '../support/forms/subscription-form.js';
import { signInForms } from '../support/forms/sign-in-forms.js';
import { createUser, PASSWORD } from '../support/people.js';
import { createTemplate } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const QUESTIONS = [
  { name: 'zone', title: 'Zone', required: true },
  { name: 'count', title: 'Count', type: 'int' },
];

/** Makes the objects from which the forms choose. */
async function furnish({ client, project }: ConsoleWorkplace): Promise<FormProject> {
  const base = `/project/${project.id}`;
  const ofProject = { project_id: project.id };
  await createUser(client, 'Zoe Tanner');
  await client.create(`${base}/keys`, {
    ...ofProject,
    name: 'Robot password',
    type: 'login_password',
    login_password: { login: 'robot', password: 'secret' },
  });
  const site = await createTemplate(client, project, { name: 'Site', app: 'ansible', playbook: 'site.yml' });
  await createTemplate(client, project, { name: 'Ask', survey_vars: QUESTIONS });
  const network = { name: 'Network', app: 'terraform', playbook: '.', inventory_id: null };
  const terraform = await createTemplate(client, project, network);
  await createTemplate(client, project, { name: 'Image', type: 'build', start_version: '1.0' });
  await client.create(`${base}/inventory`, {
    ...ofProject,
    name: 'Free',
    type: 'terraform-workspace',
    inventory: 'free',
    ssh_key_id: project.keyId,
  });
  const integration = await client.create(`${base}/integrations`, {
    ...ofProject,
    template_id: site,
    name: 'Push',
    auth_method: '',
    searchable: true,
  });
  const backup = JSON.stringify(await client.call('GET', `${base}/backup`));
  return { id: project.id, key: project.keyId, integration, terraform, backup };
}

/*
 * Every rule of section 5 of both specifications is a row, but for those that no form lets anybody break:
 * - debug level, comparison, format: selects without another choice;
 * - days, hours, minutes and the interval of the check for commits: lists of choices;
 * - the name of an argument: Enter on nothing adds nothing;
 * - the repository to check for commits: that of the template is chosen;
 * - external, and the email of an external user: disabled;
 * - top-up of 10 to 100 in steps of 10: a slider;
 * - six digits of a code: the boxes send themselves when all are filled.
 */
/** A form that was left offers what was typed into it again; the next form of the walk is an empty one. */
const forgetDrafts = (): void => localStorage.clear();

/** A user who has to show a code after the password. */
async function giveAuthenticator({ client, stack }: ConsoleWorkplace, name: string, login: string): Promise<void> {
  const id = await createUser(client, name);
  const own = new ApiClient(stack.address);
  await own.signIn(login, PASSWORD);
  await own.call('POST', `/users/${id}/2fas/totp`);
}

describe('the rules of every form', () => {
  let place: ConsoleWorkplace;
  let project: FormProject;

  beforeAll(async () => {
    place = await openConsoleWorkplace(
      { 'run.sh': 'echo\n', 'site.yml': '[]\n' },
      { stack: { runners: 0, dispatchers: 0 } },
    );
    await place.page.addInitScript(forgetDrafts);
    project = await furnish(place);
    await giveAuthenticator(place, 'Mara Lindqvist', 'mara.lindqvist');
  });
  afterAll(() => place.close());

  async function differencesOf(forms: WalkedForm[], page = place.page): Promise<string[]> {
    const found: string[] = [];
    for (const form of forms) {
      const walk = new FormWalk(page, form).walk();
      found.push(...(await walk.catch((error: unknown) => [`${form.name}: ${String(error)}`])));
    }
    return found;
  }

  it('should read the same in the form and by the server: signing in', async () => {
    const { page } = await openPage(place.browser, place.stack.address);
    expect(await differencesOf(signInForms('mara.lindqvist'), page)).toEqual([]);
    await page.context().close();
  });

  it('should read the same in the form and by the server: the key of an installation that asks for one', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const settings = {
      SWITCHYARD_EDITION: 'subscription',
      SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    };
    const other = await openConsoleWorkplace(
      { 'run.sh': 'echo\n' },
      { stack: { runners: 0, dispatchers: 0, settings } },
    );
    try {
      expect(await differencesOf([subscriptionForm(other.project.id)], other.page)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  const groups: [string, (of: FormProject) => WalkedForm[]][] = [
    ['users and projects', peopleForms],
    ['resources of a project', resourceForms],
    ['templates and what they ask', templateForms],
  ];

  it.each(groups)(
    'should read the same in the form and by the server: %s',
    async (_, formsOf) => {
      expect(await differencesOf(formsOf(project))).toEqual([]);
    },
    600_000,
  );
});
