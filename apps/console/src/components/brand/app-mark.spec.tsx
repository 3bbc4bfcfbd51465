import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { App } from '@switchyard/contracts';
import { rowOf } from '../testing/row-of.js';
import { Stage } from '../testing/shown.js';
import { AppMark, LookMark } from './app-mark.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const look = (icon: string, color = '', dark_color = '') =>
  stage.show(<LookMark id="bash" look={{ icon, color, dark_color }} />);

describe('the mark of an app', () => {
  it.each(['K', 'K8', '🚀'])('should be the letters %s', (icon) => {
    expect(look(icon).text).toBe(icon);
    expect(look(icon).html).not.toContain('<img');
  });

  it.each(['', 'terraform', 'mdi-ansible'])('should be a picture for the icon "%s"', (icon) => {
    expect(look(icon).html).toContain('<img');
  });

  it('should have its colour in the dark too, unless there is one of its own', () => {
    expect(look('K', 'red').html).toContain('--mark-dark:red');
    expect(look('K', 'red', 'blue').html).toContain('--mark-dark:blue');
  });

  it('should be what an administrator has set for the app', async () => {
    const app = rowOf(App, { id: 'ansible', icon: 'AN' });
    await stage.read('listApps', undefined, 'GET apps', [app]);
    expect(stage.show(<AppMark app="" />).text).toBe('AN');
    expect(stage.show(<AppMark app="bash" />).text).toBe('');
  });
});
