/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EnabledTotp, SystemInfo, Totp, User } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { callApi } from '../../api/testing/fake-server.js';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { TwoFactor } from './two-factor.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.server.answer('GET info', rowOf(SystemInfo, { auth_methods: { totp: { allow_recovery: true } } }));
  await callApi('getInfo');
});
afterEach(() => stage.stop());

const press = (name: RegExp) => person.click(screen.getByRole('button', { name }));
const user = (id: number, totp: Totp | null) => rowOf(User, { id, totp });
const begun = rowOf(EnabledTotp, { id: 5, user_id: 1, url: 'otpauth://totp/x?secret=ABC' });
const writes = () => stage.server.calls.filter(({ line }) => !line.startsWith('GET')).map(({ line }) => line);

describe('two-factor sign-in of a user', () => {
  it('should be on after a first code alone, with a recovery code that is shown once', async () => {
    stage.server.answer('POST users/1/2fas/totp/5/confirm', { ...begun, recovery_code: 'RECOVER' });
    stage.server.answer('POST users/1/2fas/totp', begun);
    const { redraw } = stage.draw(<TwoFactor user={user(1, null)} />);
    await press(/^enable/i);
    await screen.findByRole('img', { name: /QR/ });
    expect(screen.queryByText('RECOVER')).toBeNull();
    await person.click(screen.getAllByRole('textbox')[0] ?? document.body);
    await person.keyboard('123456');
    await waitFor(() => expect(writes()).toHaveLength(2));
    redraw(<TwoFactor user={user(1, rowOf(Totp, { id: 5 }))} />);
    await screen.findByText('RECOVER');
  });

  it('should not be offered for somebody else, nor where the server has none', async () => {
    stage.draw(<TwoFactor user={user(2, null)} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
    stage.server.answer('GET info', rowOf(SystemInfo, {}));
    await callApi('getInfo');
    stage.draw(<TwoFactor user={user(1, null)} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('should be switched off by others after a question', async () => {
    stage.draw(<TwoFactor user={user(2, rowOf(Totp, { id: 5 }))} />);
    await press(/^disable/i);
    expect(writes()).toEqual([]);
    const confirm = screen.getAllByRole('button', { name: /^disable/i }).at(-1);
    await person.click(confirm ?? document.body);
    await waitFor(() => expect(writes()).toEqual(['DELETE users/2/2fas/totp/5']));
  });

  it('should stay off when it is given up before a code', async () => {
    stage.server.answer('POST users/1/2fas/totp', begun);
    stage.draw(<TwoFactor user={user(1, null)} />);
    await press(/^enable/i);
    await screen.findByRole('img', { name: /QR/ });
    await press(/not now/i);
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
    expect(writes()).toHaveLength(1);
  });
});
