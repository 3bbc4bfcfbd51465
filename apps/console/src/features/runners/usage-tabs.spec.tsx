/** @jest-environment @happy-dom/jest-environment */
import { expect, it } from '@jest/globals';
import { InstallInfo, OwnProgram } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { UsageTabs } from './usage-tabs.js';

const stage = documentStage();
const usage = {
  address: 'https://ci.example',
  id: 2,
  name: 'edge',
  token: 'secret',
  privateKey: 'key',
  image: 'switchyard/runner:1.0.0',
  replaces: false,
};
const LINE = 'curl -fsSL https://ci.example/api/install/runner.sh | sh -s -- https://ci.example';

const draw = (runner: OwnProgram | null) => {
  stage.server.answer('GET install', rowOf(InstallInfo, { runner }));
  stage.draw(<UsageTabs usage={usage} />);
};

it('should give the line that installs the runner of the server, but for a container', async () => {
  draw(rowOf(OwnProgram));
  await screen.findByText(LINE);
  await person.click(screen.getByRole('tab', { name: 'Docker' }));
  await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
});

it('should give no such line where the server brings no runner', async () => {
  draw(null);
  await waitFor(() => expect(stage.server.lines()).toContain('GET install'));
  await stage.settle();
  expect(screen.queryByText(LINE)).toBeNull();
  expect(screen.getByText(/^Needs the program switchyard-runner/)).toBeTruthy();
});
