/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { DomStage } from '../../components/testing/drawn.js';
import { TotpKey } from './totp-key.js';
import { groupedKey, keyOf } from './user-values.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const URL = 'otpauth://totp/Switchyard:ann%40example.com?secret=JBSWY3DPEHPK3PXP2A&issuer=Switchyard';

describe('the address of an authenticator', () => {
  it('should give the key to type, in groups of four', () => {
    expect(keyOf(URL)).toBe('JBSWY3DPEHPK3PXP2A');
    expect(groupedKey(keyOf(URL))).toBe('JBSW Y3DP EHPK 3PXP 2A');
  });
});

describe('two-factor set-up without a camera', () => {
  it('should show the key in groups, and lead to an authenticator of this device', () => {
    stage.draw(<TotpKey url={URL} />);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP 2A')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe(URL);
  });
});
