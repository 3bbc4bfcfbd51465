import { act, cleanup, render, type RenderResult, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { sockets } from '../../api/live/testing/socket-io.js';
import { closeSocket } from '../../api/socket.js';
import { inScene, type Scene, Stage } from './shown.js';

/** A person at the keyboard and the pointer. Style sheets, which it would look at before each press, are not there. */
export const person = userEvent.setup({ pointerEventsCheck: 0 });

/** Chooses in a select that has a label. @param choice its text */
export async function pick(label: string | RegExp, choice: string): Promise<void> {
  await person.click(screen.getByLabelText(label, { selector: '[role="combobox"]' }));
  const option = await waitFor(() => {
    const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
    const found = options.find(({ textContent }) => textContent === choice);
    if (!found) {
      throw new Error(`There is no choice ${choice} but ${options.map(({ textContent }) => textContent).join(', ')}`);
    }
    return found;
  });
  await person.click(option);
}

/** Path and query of the address. */
export const address = (): string => location.pathname + location.search;

interface Drawn extends RenderResult {
  redraw: (element: ReactNode) => void;
}

/** Last result of a hook. */
interface Hooked<Result> extends Drawn {
  result: () => Result;
}

/** Draws parts of pages into the document, with effects and events; dialogs open and close without motion. */
export class DomStage extends Stage {
  /** Reports an event of the server over the link that is open. */
  report(event: string, body: unknown): void {
    act(() => {
      sockets.at(-1)?.receive('connect');
      sockets.at(-1)?.receive(event, body);
    });
  }

  /** Gives tables the place and the fonts that they measure, which the document has not. */
  widen(): void {
    Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: new Promise(() => undefined) } });
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 });
  }

  override stop(): void {
    cleanup();
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
    Reflect.deleteProperty(document, 'fonts');
    closeSocket();
    super.stop();
  }

  draw(element: ReactNode, scene?: Scene): Drawn {
    history.replaceState(null, '', scene?.path ?? '/');
    const whole = (inner: ReactNode): ReactNode =>
      inScene(<ConfigProvider theme={{ zeroRuntime: true, token: { motion: false } }}>{inner}</ConfigProvider>, scene);
    const result = render(whole(element));
    return { ...result, redraw: (inner) => result.rerender(whole(inner)) };
  }

  /** Draws a component that does nothing but call a hook. */
  hook<Result>(use: () => Result, scene?: Scene): Hooked<Result> {
    const results: Result[] = [];
    const Hook = () => {
      results.push(use());
      return null;
    };
    const drawn = this.draw(<Hook />, scene);
    const result = (): Result => results.at(-1) as Result;
    return { ...drawn, result };
  }

  /** Runs what waits for answers of the server. */
  settle(): Promise<void> {
    return act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
    });
  }
}
