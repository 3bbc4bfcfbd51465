/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitRepository, Inventory, Key, Template } from '@switchyard/contracts';
import { screen } from '@testing-library/react';
import { address, DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { GuideStep } from './guide-step.js';
import type { StepName } from './steps.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const made = {
  keys: [rowOf(Key, { id: 4, type: 'none' }), rowOf(Key, { id: 5, type: 'ssh' })],
  repositories: [rowOf(GitRepository, { id: 6 })],
  inventories: [rowOf(Inventory, { id: 7 })],
  templates: [rowOf(Template, { id: 8 })],
  tasks: [],
};

describe('a step of the guide that is done', () => {
  it.each<[StepName, string]>([
    ['key', 'keys?open=5'],
    ['repository', 'repositories?open=6'],
    ['inventory', 'inventory?open=7'],
    ['template', 'templates/8?open=edit'],
  ])('should open what the step %s made to be edited', async (name, path) => {
    stage.draw(<GuideStep number={1} name={name} state="done" parts={made} onStart={() => undefined} />);
    await person.click(screen.getByRole('button', { name: 'Edit' }));
    expect(address()).toBe(`/project/1/${path}`);
  });
});
