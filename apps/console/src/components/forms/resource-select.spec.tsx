/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { type NewResourceKind, provideMaker } from './new-resource.js';
import { ResourceSelect } from './resource-select.js';

const stage = new DomStage();
const onChange = jest.fn<(id: number | null | undefined) => void>();
beforeEach(async () => {
  await stage.start();
  onChange.mockClear();
});
afterEach(() => stage.stop());

const deploy = { id: 4, name: 'deploy' };
const rescue = { id: 5, name: 'rescue' };
const draw = (rows: readonly { id: number; name: string }[]) => (
  <ResourceSelect kind="key" rows={rows} aria-label="Key" onChange={onChange} />
);
const openList = () => person.click(screen.getByRole('combobox'));

/** Makes a new resource when it is asked to. @returns what was asked for */
function maker() {
  const made: { kind: NewResourceKind; done: (id: number) => void }[] = [];
  const leave = provideMaker((kind, done) => void made.push({ kind, done }));
  return { made, leave };
}

describe('the choice of a resource', () => {
  it('should offer no new one to people who may make none', async () => {
    stage.draw(draw([deploy]));
    await openList();
    expect(screen.queryByRole('button', { name: 'New key' })).toBeNull();
  });

  it('should choose a new one once it is among those that are offered', async () => {
    const { made, leave } = maker();
    const { redraw } = stage.draw(draw([deploy]));
    await openList();
    await person.click(screen.getByRole('button', { name: 'New key' }));
    expect(made.map(({ kind }) => kind)).toEqual(['key']);
    act(() => made[0]?.done(5));
    expect(onChange).not.toHaveBeenCalled();
    redraw(draw([deploy, rescue]));
    expect(onChange.mock.calls).toEqual([[5]]);
    leave();
  });

  it('should choose it once: a later choice of another one stays', async () => {
    const { made, leave } = maker();
    const { redraw } = stage.draw(draw([deploy]));
    await openList();
    await person.click(screen.getByRole('button', { name: 'New key' }));
    act(() => made[0]?.done(5));
    redraw(draw([deploy, rescue]));
    redraw(draw([deploy]));
    redraw(draw([deploy, rescue]));
    expect(onChange).toHaveBeenCalledTimes(1);
    leave();
  });
});
