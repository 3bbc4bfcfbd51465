import { describe, expect, it } from '@jest/globals';
import { givenSettings, secretHider, settingFindings, shownSettings } from './given-settings.js';

describe(shownSettings.name, () => {
  it('should show values with their source, and of secrets that they are set', () => {
    const given = givenSettings({
      SWITCHYARD_PORT: '3001',
      SWITCHYARD_SMTP_URL: 'smtp://mail.example',
      SWITCHYARD_SECRET_KEY: 'canary-key',
      SWITCHYARD_BLOB_URL: 's3://key:canary-blob@s3.example/bucket',
      SWITCHYARD_NO_SUCH: 'x',
    });
    const settings = shownSettings(given);
    const source = 'environment';
    expect(settings).toEqual(
      expect.arrayContaining([
        { name: 'SWITCHYARD_PORT', value: '3001', source },
        { name: 'SWITCHYARD_SECRET_KEY', value: '(set)', source },
        { name: 'SWITCHYARD_BLOB_URL', value: '(set)', source },
      ]),
    );
    expect(settingFindings(given)).toEqual(
      expect.arrayContaining([
        {
          level: 'fault',
          code: 'setting_wrong',
          params: { reason: expect.stringContaining('SWITCHYARD_NO_SUCH') },
        },
      ]),
    );
    expect(JSON.stringify([settings, settingFindings(given)])).not.toContain('canary');
  });
});

describe(secretHider.name, () => {
  it('should take secrets, and what stands in addresses, out of any text', () => {
    const hide = secretHider({
      texts: {
        SWITCHYARD_SECRET_KEY: 'key-one',
        SWITCHYARD_OLD_SECRET_KEYS: 'key-two, key-three',
        SWITCHYARD_DATABASE_URL: 'postgres://sy:p%40ssword@db.example/switchyard?sslpassword=other',
        SWITCHYARD_AUTH_OIDC_PROVIDERS: '[{"id":"kc","client_secret":"oidc-secret"}]',
        SWITCHYARD_PORT: '3001',
      },
    });
    expect(hide('key-one key-two key-three p%40ssword p@ssword other oidc-secret 3001 kc db.example')).toBe(
      '*** *** *** *** *** *** *** 3001 kc db.example',
    );
  });
});
