import { apiSettings, settingsShape } from '@switchyard/settings';
import { z } from 'zod';
import { LdapDirectory, type LdapSettings } from '../identity/ldap/ldap-directory.js';
import { type Found, ok } from './finding.js';

const shape = settingsShape(apiSettings);
const isOfDirectory = ([name]: [string, unknown]): boolean => name.startsWith('SWITCHYARD_AUTH_LDAP_');
const Settings = z.object(Object.fromEntries(Object.entries(shape).filter(isOfDirectory)));

/** Signs in at the directory and searches for nobody. */
export async function directoryFindings(texts: Readonly<Record<string, string>>): Promise<Found[]> {
  if (texts.SWITCHYARD_AUTH_LDAP_URL === undefined) {
    return [ok('directory_none')];
  }
  await new LdapDirectory(Settings.parse(texts) as LdapSettings).require();
  return [ok('directory_works')];
}
