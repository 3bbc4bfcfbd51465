/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { Integration, Key, Template } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage, field, launchOf, openDialog, savesOf, submit } from '../../components/testing/dialog-of.js';
import { person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { IntegrationDialog } from './integration-dialog.js';

const stage = documentStage(() => {
  stage.server.answer('GET project/1/keys', [
    rowOf(Key, { id: 5, project_id: 1, name: 'Webhook secret', type: 'login_password' }),
    rowOf(Key, { id: 6, project_id: 1, name: 'Deploy', type: 'ssh' }),
  ]);
});

const templates = [rowOf(Template, { id: 3, project_id: 1, name: 'Deploy', app: 'bash' })];
const launch = launchOf('pushed');
const stored = (members: Partial<Integration> = {}): Integration =>
  rowOf(Integration, { id: 7, project_id: 1, template_id: 3, name: 'Pushes', ...members });

const open = (row: Integration | null, of: readonly Template[] = templates) =>
  openDialog<Integration>(stage, row, (given) => (
    <IntegrationDialog projectId={1} templates={of} launch={launch} {...given} />
  ));

const sent = () => savesOf(stage, 'project/1/integrations');
const WARNING = 'Anyone who knows one of its addresses can start its tasks.';

describe('the dialog of an integration', () => {
  it('should warn of one that proves nothing, and send it with what it launches with', async () => {
    const { onClosed } = await open(null);
    expect(screen.queryByText(WARNING)).toBeNull();
    await pick(/^Authentication/, 'None');
    expect(await screen.findByText(WARNING)).toBeTruthy();
    expect(screen.getByText('Answers of Deploy')).toBeTruthy();
    await person.type(field(/^Name/), 'Pushes');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      { body: { name: 'Pushes', template_id: 3, auth_method: '', task_params: { message: 'pushed' } } },
    ]);
  });

  it('should not be open to everybody before that is chosen', async () => {
    await open(null);
    await person.type(field(/^Name/), 'Pushes');
    await submit('Create');
    await waitFor(() => expect(field(/^Authentication/).getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });

  it('should ask for header, digest and key of an HMAC signature, and for no header of GitHub', async () => {
    await open(null);
    await pick(/^Authentication/, 'HMAC signature');
    expect(await screen.findByLabelText(/^Header/)).toBeTruthy();
    expect(screen.getByLabelText(/^Digest/)).toBeTruthy();
    expect(screen.getByLabelText(/^Key/)).toBeTruthy();
    expect(screen.queryByText(WARNING)).toBeNull();
    await pick(/^Authentication/, 'GitHub signature');
    await waitFor(() => expect(screen.queryByLabelText(/^Header/)).toBeNull());
    expect(screen.getByLabelText(/^Key/)).toBeTruthy();
  });

  it('should send nothing without name, header and key, and mark them', async () => {
    await open(null);
    await pick(/^Authentication/, 'Token in a header');
    await screen.findByLabelText(/^Header/);
    await submit('Create');
    await waitFor(() => expect(field(/^Name/).getAttribute('aria-invalid')).toBe('true'));
    expect(field(/^Header/).getAttribute('aria-invalid')).toBe('true');
    expect(field(/^Key/).getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  it('should set the authentication of the forge whose pushes are chosen', async () => {
    await open(null);
    await pick(/^Pushes from/, 'GitHub');
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull());
    expect(screen.getByText('GitHub signature')).toBeTruthy();
  });

  it('should offer presets to a new one alone', async () => {
    await open(stored());
    expect(screen.queryByLabelText(/^Pushes from/)).toBeNull();
  });

  it('should launch nothing before a template is chosen where there are several', async () => {
    const other = rowOf(Template, { id: 4, project_id: 1, name: 'Build', app: 'bash' });
    await open(null, [...templates, other]);
    expect(screen.queryByText(/^Answers of/)).toBeNull();
    await person.type(field(/^Name/), 'Pushes');
    await submit('Create');
    await waitFor(() => expect(field(/^Template/).getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });

  it('should save branches and files with the tag that was read', async () => {
    const { onClosed } = await open(stored({ branches: ['main'], searchable: true }));
    await person.type(field(/^Branches/), 'release/*{Enter}');
    await person.type(field(/^Changed files/), 'infra/**{Enter}');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    const [call] = sent();
    expect(call).toMatchObject({
      line: 'PUT project/1/integrations/7',
      body: { branches: ['main', 'release/*'], paths: ['infra/**'], searchable: true },
    });
    expect(call?.body).not.toHaveProperty('preset');
    expect(call?.headers.get('If-Match')).toBe('"4"');
  });
});
