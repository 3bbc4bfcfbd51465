/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { FilterBar } from './filter-bar.js';

const stage = new DomStage();
const { matchMedia } = window;
beforeEach(() => stage.start());
afterEach(() => {
  window.matchMedia = matchMedia;
  stage.stop();
});

/** A window of that many pixels. */
function open(width: number, used = 0): void {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: width <= Number(/max-width: ([\d.]+)/.exec(query)?.[1]),
    }) as MediaQueryList;
  stage.draw(
    <FilterBar text={<input aria-label="Text" />} used={used}>
      <input aria-label="Status" />
    </FilterBar>,
  );
}
const fields = (): (string | null)[] => screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'));

describe('the filters of a list', () => {
  it('should stand in a row where there is room', () => {
    open(1440);
    expect(fields()).toEqual(['Text', 'Status']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('should stand behind a button on a phone, which counts those that are set', async () => {
    open(390, 2);
    expect(fields()).toEqual(['Text']);
    await person.click(screen.getByRole('button', { name: 'Filters (2)', expanded: false }));
    expect(fields()).toEqual(['Text', 'Status']);
    await person.click(screen.getByRole('button', { expanded: true }));
    expect(fields()).toEqual(['Text']);
  });
});
