import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { User } from '@switchyard/contracts';
import { Form } from 'antd';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { UserFields } from './user-fields.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

/** The session of the stage is that of the user 1. */
const shown = (id: number): string =>
  stage.show(
    <Form>
      <UserFields user={rowOf(User, { id, name: 'Ann' })} />
    </Form>,
    { user: { id: 1, admin: true } },
  ).text;

describe('the fields of an account', () => {
  it('should speak of the own one to its owner, without flags that nobody sets for themselves', () => {
    expect(shown(1)).toContain('You get an email');
    expect(shown(1)).not.toMatch(/Signs in through|Manages users/);
  });

  it('should say of others what their flags mean', () => {
    expect(shown(2)).toContain('in one of their projects');
    expect(shown(2)).toContain('Signs in through');
  });

  it('should hold words, and no key of a text', () => {
    expect(`${shown(1)} ${shown(2)}`).not.toMatch(/\b[a-z]+\.[a-z]\w*\b/i);
  });
});
