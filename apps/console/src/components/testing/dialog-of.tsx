import { afterEach, beforeEach, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { LaunchForm } from '../forms/launch-form.js';
import { DomStage, person } from './drawn.js';

/**
 * The stage of a spec with a document, which leaves nothing in the browser after a test.
 * @param ready prepares what the server answers in each
 */
export function documentStage(ready?: () => void | Promise<void>): DomStage {
  const stage = new DomStage();
  beforeEach(async () => {
    await stage.start();
    await ready?.();
  });
  afterEach(() => {
    stage.stop();
    localStorage.clear();
  });
  return stage;
}

/** A form of what is launched whose fields are the name of the template alone. */
export const launchOf = (message: string): LaunchForm => ({
  fields: ({ name }) => <p>Answers of {name}</p>,
  values: () => ({}),
  body: () => ({ message }),
  issues: () => [],
  place: ({ path }) => [...path],
});

/** Row that a dialog edits; `null` = a new one. */
interface Given<Row> {
  stored: { row: Row; tag: string } | null;
  readAgain: () => Promise<{ row: Row; tag: string }>;
  onClosed: () => void;
}

/** Opens the dialog of a row, and waits until it can be filled. */
export async function openDialog<Row>(
  stage: DomStage,
  row: Row | null,
  dialog: (given: Given<Row>) => ReactElement,
): Promise<{ onClosed: ReturnType<typeof jest.fn> }> {
  const onClosed = jest.fn();
  const stored = row && { row, tag: '"4"' };
  stage.draw(dialog({ stored, readAgain: () => Promise.resolve(stored as NonNullable<typeof stored>), onClosed }));
  await screen.findByLabelText(/^Name/);
  return { onClosed };
}

export const field = (name: RegExp | string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);

export const submit = (name: 'Create' | 'Save'): Promise<void> => person.click(screen.getByRole('button', { name }));

/** The calls that stored something below the path. */
export const savesOf = (stage: DomStage, path: string) =>
  stage.server.calls.filter(({ line }) => new RegExp(`^(POST|PUT) ${path}(/\\d+)?$`).test(line));
