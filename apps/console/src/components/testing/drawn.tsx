import { act, render, type RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { inScene, type Scene, Stage } from './shown.js';

/** A person at the keyboard and the pointer. Style sheets, which it would look at before each press, are not there. */
export const person = userEvent.setup({ pointerEventsCheck: 0 });

/** What the address of the page is, path and query. */
function Address({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search } = useLocation();
  onChange(pathname + search);
  return null;
}

export interface Drawn extends RenderResult {
  address: () => string;
  redraw: (element: ReactNode) => void;
}

/** Draws parts of pages into the document, with effects and events; dialogs open and close without motion. */
export class DomStage extends Stage {
  draw(element: ReactNode, scene?: Scene): Drawn {
    let address = '';
    const whole = (inner: ReactNode): ReactNode =>
      inScene(
        <ConfigProvider theme={{ zeroRuntime: true, token: { motion: false } }}>
          <Address onChange={(now) => (address = now)} />
          {inner}
        </ConfigProvider>,
        scene,
      );
    const result = render(whole(element));
    return { ...result, address: () => address, redraw: (inner) => result.rerender(whole(inner)) };
  }

  /** Runs what waits for answers of the server. */
  settle(): Promise<void> {
    return act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
    });
  }
}
