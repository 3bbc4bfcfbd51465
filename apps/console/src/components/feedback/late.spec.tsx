/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { DomStage, person } from '../testing/drawn.js';
import { late, MissingOutlet, MissingPage } from './late.js';

const stage = new DomStage();
const reload = jest.fn();
const earlier = window.location.reload.bind(window.location);

beforeEach(async () => {
  await stage.start();
  window.location.reload = reload;
});
afterEach(() => {
  stage.stop();
  reload.mockClear();
  window.location.reload = earlier;
});

/** A form with a part that comes late. */
async function drawWith(load: () => Promise<() => string>): Promise<void> {
  const Part = late(load);
  stage.draw(
    <>
      <input aria-label="Name" defaultValue="typed" />
      <Suspense fallback={null}>
        <Part />
      </Suspense>
      <MissingOutlet />
    </>,
  );
  await act(() => stage.settle());
}

const refused = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('a part of the page that is loaded when it is drawn', () => {
  it('should be drawn once its code has come', async () => {
    await drawWith(() => Promise.resolve(() => 'The part'));
    expect(screen.getByText('The part')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('should be drawn with the page when its code has come before', async () => {
    const Part = late(() => Promise.resolve(() => 'The part'));
    const waits = jest.fn(() => null);
    const Waiting = () => waits();
    await Part.ahead();
    stage.draw(
      <Suspense fallback={<Waiting />}>
        <Part />
      </Suspense>,
    );
    expect(screen.getByText('The part')).toBeTruthy();
    expect(waits).not.toHaveBeenCalled();
  });

  it('should load once, and ask again when it is drawn after a failure ahead', async () => {
    const load = jest.fn(refused);
    const Part = late(load);
    await Part.ahead();
    load.mockImplementation(() => Promise.resolve(() => 'The part') as never);
    stage.draw(
      <Suspense fallback={null}>
        <Part />
      </Suspense>,
    );
    await act(() => stage.settle());
    expect(screen.getByText('The part')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('should leave the page as it is when its code is refused, and offer to load it again', async () => {
    await drawWith(refused);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('typed');
    expect(screen.getByRole('dialog', { name: 'This part could not be loaded' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('should leave the choice to go on without it', async () => {
    await drawWith(refused);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('should say so in the place of a whole page', async () => {
    stage.draw(<MissingPage />);
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
