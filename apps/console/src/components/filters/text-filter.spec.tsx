/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { DomStage } from '../testing/drawn.js';
import { TextFilter } from './text-filter.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  stage.stop();
});

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

function open(value = '') {
  const onChange = jest.fn();
  const { redraw } = stage.draw(<TextFilter label="Name" value={value} onChange={onChange} />);
  return { onChange, answer: (next: string) => redraw(<TextFilter label="Name" value={next} onChange={onChange} />) };
}

describe('a text that a list is filtered by', () => {
  it('should reach the list once, after nobody has typed for a while', () => {
    const { onChange } = open();
    type('w');
    pass(200);
    type('we');
    pass(200);
    expect(onChange).not.toHaveBeenCalled();
    pass(100);
    expect(onChange.mock.calls).toEqual([['we']]);
  });

  it('should reach the list without blanks, which stay in the field', () => {
    const { onChange, answer } = open();
    type('web ');
    pass(300);
    expect(onChange.mock.calls).toEqual([['web']]);
    answer('web');
    expect(field().value).toBe('web ');
  });

  it('should change nothing for what the list is filtered by already', () => {
    const { onChange } = open('web');
    type('webs');
    pass(100);
    type(' web');
    pass(1000);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('should follow the address, as after Back', () => {
    const { answer } = open('web');
    answer('');
    expect(field().value).toBe('');
  });
});
