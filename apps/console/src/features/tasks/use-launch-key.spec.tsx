import { beforeEach, describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { useLaunchKey } from './use-launch-key.js';

describe('useLaunchKey', () => {
  let keyOf: (body: object) => string;
  const Dialog = () => {
    keyOf = useLaunchKey();
    return null;
  };

  beforeEach(() => void renderToStaticMarkup(<Dialog />));

  it('should keep the key when the same request is sent again, so that it starts no second task', () => {
    expect(keyOf({ template_id: 2 })).toBe(keyOf({ template_id: 2 }));
  });

  it('should give another request another key', () => {
    expect(keyOf({ template_id: 2, message: '' })).not.toBe(keyOf({ template_id: 2, message: 'again' }));
  });

  it('should give each dialog a key of its own', () => {
    const first = keyOf({ template_id: 2 });
    renderToStaticMarkup(<Dialog />);
    expect(keyOf({ template_id: 2 })).not.toBe(first);
  });
});
