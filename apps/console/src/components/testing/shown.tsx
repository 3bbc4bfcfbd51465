import { ALL_PERMISSIONS, CurrentUser, Project, SystemInfo } from '@switchyard/contracts';
import { consoleCatalogue } from '@switchyard/texts/testing';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { BrowserRouter, MemoryRouter } from 'react-router-dom';
import { callApi, FakeServer } from '../../api/testing/fake-server.js';
import { store } from '../../api/store.js';
import { countFormatter } from '../../lib/count-text.js';
import { ProjectScope } from '../page/project-context.js';
import { SessionUser } from '../session/session-user.js';
import { rowOf } from './row-of.js';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

/** Names of the elements of a tag, as a screen reader has them. */
const namesOf = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gs'))].map(([, attributes = '', content = '']) =>
    plain(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content),
  );

/** First content of a part of a page. */
export interface Shown {
  html: string;
  text: string;
  buttons: string[];
  links: string[];
}

export interface Scene {
  /** Permission bits in the project; without them everything is allowed. */
  permissions?: number;
  user?: Partial<CurrentUser>;
  project?: Partial<Project>;
  path?: string;
}

/** A part of a page in a project of a signed-in person; with a document its address is that of the window. */
export function inScene(element: ReactNode, scene: Scene = {}): ReactNode {
  const { permissions = ALL_PERMISSIONS, path = '/' } = scene;
  const own = rowOf(Project, { id: 1, name: 'Shop', ...scene.project });
  const user = rowOf(CurrentUser, { id: 1, username: 'ann', name: 'Ann', ...scene.user });
  const page = (
    <SessionUser value={user}>
      <ProjectScope value={{ project: own, projectId: own.id, role: 'owner', permissions }}>{element}</ProjectScope>
    </SessionUser>
  );
  return (
    <Provider store={store}>
      {'document' in globalThis ? (
        <BrowserRouter>{page}</BrowserRouter>
      ) : (
        <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
      )}
    </Provider>
  );
}

/** Draws parts of pages in English, with what a {@link FakeServer} answered; effects do not run. */
export class Stage {
  readonly server = new FakeServer();

  async start(): Promise<void> {
    this.server.start();
    await i18next
      .use(initReactI18next)
      .use(countFormatter)
      .init({
        lng: 'en',
        resources: { en: { translation: consoleCatalogue('en') } },
        interpolation: { escapeValue: false, alwaysFormat: true },
      });
  }

  stop(): void {
    this.server.stop();
  }

  /** Reads something as a page would that was drawn before. @param line the beginning of the call's line */
  async read(name: string, args: unknown, line: string, answer: object | number): Promise<void> {
    this.server.answer(line, answer);
    await callApi(name, args);
  }

  /** Premium features of the installation; all that are not named are off. */
  features(...names: string[]): Promise<void> {
    const premium_features = Object.fromEntries(names.map((name) => [name, true]));
    return this.read('getInfo', undefined, 'GET info', rowOf(SystemInfo, { premium_features }));
  }

  show(element: ReactNode, scene?: Scene): Shown {
    const html = renderToStaticMarkup(inScene(element, scene));
    return { html, text: plain(html), buttons: namesOf(html, 'button'), links: namesOf(html, 'a') };
  }
}
