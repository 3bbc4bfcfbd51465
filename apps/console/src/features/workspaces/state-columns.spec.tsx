import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TerraformState } from '@switchyard/contracts';
import i18next from 'i18next';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { type StateActions, stateColumns } from './state-columns.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

function cell(key: string, members: Partial<TerraformState>, actions: StateActions = {}) {
  const found = stateColumns(i18next.t, actions).find((each) => each.key === key);
  return stage.show(found?.render(rowOf(TerraformState, { id: 1, serial: 9, ...members })));
}

describe('a version of a state in the list', () => {
  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1.0 KiB'],
    [1_048_576, '1.0 MiB'],
    [5_368_709_120, '5120.0 MiB'],
  ])('should give %i bytes as %s', (size, words) => {
    expect(cell('size', { size }).text).toBe(words);
  });

  it('should count what changed, or say that nobody counted', () => {
    const counted = cell('changes', { added: 1, changed: 0, removed: 2 });
    expect(counted.text).toBe('+1 ~0 −2');
    expect(counted.html).toMatch(/aria-label="[^"]*1[^"]*0[^"]*2[^"]*"/);
    expect(cell('changes', { added: 1, changed: null, removed: 2 }).text).not.toContain('+');
  });

  it('should name its author or its task, and say so where it came by an alias', () => {
    expect(cell('origin', { task_id: 4, author: 'ann' }).text).toBe('#4 ann');
    expect(cell('origin', { task_id: 4, author: null }).text).toBe('#4');
    expect(cell('origin', { task_id: null, author: null }).text).not.toBe('');
  });

  it('should never offer to restore the version that is current', () => {
    const actions = { onDownload: () => undefined, onRestore: () => undefined };
    expect(cell('actions', { current: true }, actions).buttons).toHaveLength(1);
    expect(cell('actions', { current: false }, actions).buttons).toHaveLength(2);
  });

  it('should offer nothing that the person may not do', () => {
    expect(cell('actions', { current: false }).buttons).toEqual([]);
  });
});
