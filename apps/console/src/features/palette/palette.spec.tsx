/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { Palette } from './palette.js';
import type { PaletteEntry } from './palette-entries.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const onOpen = jest.fn<(key: string) => void>();
const onRun = jest.fn<(key: string) => void>();
const onClose = jest.fn();
beforeEach(() => void jest.clearAllMocks());

const entry = (group: PaletteEntry['group'], text: string, runs = false): PaletteEntry => ({
  key: text,
  group,
  text,
  icon: null,
  onOpen: () => onOpen(text),
  ...(runs && { onRun: () => onRun(text) }),
});
const entries = [entry('pages', 'History'), entry('pages', 'Keys'), entry('templates', 'Deploy web', true)];

function Page() {
  const [open, setOpen] = useState(true);
  const close = (): void => {
    onClose();
    setOpen(false);
  };
  return <Palette entries={entries} open={open} onClose={close} onShortcuts={jest.fn()} />;
}

const search = () => screen.getByRole<HTMLInputElement>('combobox');
const chosen = (): string | null | undefined =>
  document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent;

it('should begin with what was typed before it came', async () => {
  stage.draw(<Palette typed="deploy" entries={entries} open onClose={onClose} onShortcuts={jest.fn()} />);
  expect(search().value).toBe('deploy');
  await waitFor(() => expect(chosen()).toContain('Deploy web'));
});

describe('the palette', () => {
  beforeEach(() => void stage.draw(<Page />));

  it('should go round with the arrow keys, and say which entry is chosen', async () => {
    expect(chosen()).toBe('History');
    await person.type(search(), '{ArrowDown}');
    expect(chosen()).toBe('Keys');
    await person.type(search(), '{ArrowDown}');
    expect(chosen()).toBe('History');
    await person.type(search(), '{ArrowUp}');
    expect(chosen()).toBe('Keys');
  });

  it('should begin with the best entry after each letter', async () => {
    await person.type(search(), '{ArrowDown}e');
    await waitFor(() => expect(chosen()).toContain('Deploy web'));
  });

  it('should close before it leads anywhere, so that a dialog it opens keeps the focus', async () => {
    onOpen.mockImplementationOnce(() => expect(screen.queryByRole('combobox')).toBeNull());
    await person.type(search(), '{Enter}');
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith('History'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('should run with Ctrl+Enter what can be run', async () => {
    await person.type(search(), 'deploy');
    await waitFor(() => expect(chosen()).toContain('Deploy web'));
    await person.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(onRun).toHaveBeenCalledWith('Deploy web'));
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('should stay open at Ctrl+Enter on what cannot be run', async () => {
    await person.type(search(), '{Control>}{Enter}{/Control}');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('should leave Enter to an input method that is composing a word', () => {
    fireEvent.keyDown(search(), { key: 'Enter', isComposing: true });
    expect(onClose).not.toHaveBeenCalled();
  });

  it('should lead nowhere when nothing is found', async () => {
    await person.type(search(), 'qqq');
    await screen.findByRole('status');
    await person.type(search(), '{Enter}{ArrowDown}');
    expect(onClose).not.toHaveBeenCalled();
    expect(search().getAttribute('aria-expanded')).toBe('false');
  });

  it('should close at Escape and lead nowhere', async () => {
    await person.type(search(), '{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(onOpen).not.toHaveBeenCalled();
  });
});
