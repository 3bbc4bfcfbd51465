import { describe, expect, it } from '@jest/globals';
import { commandOf } from '../../components/log-viewer/toolbar/keys.js';
import { SHORTCUTS } from './shortcuts.js';

const groups: readonly { place: string; shortcuts: readonly { keys: readonly (readonly string[])[] }[] }[] = SHORTCUTS;

/** Event of a keyboard for a combination of the sheet. */
function pressed(keys: readonly string[]) {
  const has = (name: string): boolean => keys.includes(name);
  const cap = keys.at(-1) ?? '';
  const key = has('Ctrl') ? cap.toLowerCase() : cap;
  return { key, ctrlKey: has('Ctrl'), metaKey: false, altKey: false, shiftKey: has('Shift') } as KeyboardEvent;
}

describe('the sheet of shortcuts', () => {
  it.each(groups.map((group) => [group.place, group] as const))(
    'should name no combination twice in %s',
    (_, group) => {
      const combinations = group.shortcuts.flatMap(({ keys }) => keys.map((each) => each.join('+')));
      expect(new Set(combinations).size).toBe(combinations.length);
    },
  );

  it('should show combinations of the log that the log understands', () => {
    const log = groups.find(({ place }) => place === 'log');
    const unknown = (log?.shortcuts ?? [])
      .flatMap(({ keys }) => keys)
      .filter((keys) => commandOf(pressed(keys)) === undefined);
    expect(unknown).toEqual([]);
  });
});
