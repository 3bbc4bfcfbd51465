import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** The value of a setting cannot be used. The message follows the name of the setting and never holds the value. */
export class SettingFault extends Error {}

/**
 * Form of a setting's values. `parse` throws a SettingFault.
 * @template T
 * @typedef {{ parse: (text: string) => T, isSwitch?: boolean }} SettingType
 */

/**
 * @param {string} message
 * @returns {never}
 */
function refuse(message) {
  throw new SettingFault(message);
}

/**
 * Any text, or one that matches.
 * @param {{ pattern?: RegExp, most?: number, message?: string }} [rule]
 * @returns {SettingType<string>}
 */
export function text({ pattern = /^/, most = 100_000, message = `must have at most ${most} characters` } = {}) {
  return { parse: (given) => (pattern.test(given) && given.length <= most ? given : refuse(message)) };
}

/**
 * @param {number} least
 * @param {number} most
 * @param {string} [message]
 * @returns {SettingType<number>}
 */
export function integer(least, most, message = `must be a whole number from ${least} to ${most}`) {
  return {
    parse(given) {
      const value = /^-?\d+$/.test(given) ? Number(given) : NaN;
      return least <= value && value <= most ? value : refuse(message);
    },
  };
}

/**
 * @param {number} least
 * @param {number} most
 * @returns {SettingType<number>}
 */
export function number(least, most) {
  return {
    parse(given) {
      const value = /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : NaN;
      return least <= value && value <= most ? value : refuse(`must be a number from ${least} to ${most}`);
    },
  };
}

/**
 * Name of a zone of the tz database.
 * @type {SettingType<string>}
 */
export const timeZone = {
  parse(given) {
    try {
      return /^[A-Za-z]/.test(given) && new Intl.DateTimeFormat('en', { timeZone: given }) ? given : refuse(NO_ZONE);
    } catch {
      return refuse(NO_ZONE);
    }
  },
};
const NO_ZONE = 'must be the name of a time zone such as Europe/Berlin';

const switchWords = new Map([
  ...['true', '1', 'yes', 'on', 'y', 'enabled'].map((word) => /** @type {const} */ ([word, true])),
  ...['false', '0', 'no', 'off', 'n', 'disabled'].map((word) => /** @type {const} */ ([word, false])),
]);

/**
 * `true`/`false`, `1`/`0`, `yes`/`no`, `on`/`off`; the only type whose flag takes no value.
 * @type {SettingType<boolean>}
 */
export const onOff = {
  parse: (given) => switchWords.get(given.toLowerCase()) ?? refuse('must be true or false'),
  isSwitch: true,
};

/**
 * @template {string} W
 * @param {readonly [W, ...W[]]} words
 * @returns {SettingType<W>}
 */
export function oneOf(words) {
  const message = `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { parse: (given) => words.find((word) => word === given) ?? refuse(message) };
}

/** @param {string} given */
const partsOf = (given) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Texts, comma-separated and trimmed.
 * @param {(part: string) => boolean} [accepts]
 * @param {string} [message]
 * @returns {SettingType<string[]>}
 */
export function list(accepts = () => true, message = '') {
  return {
    parse(given) {
      const parts = partsOf(given);
      return parts.every(accepts) ? parts : refuse(message);
    },
  };
}

/**
 * The same; `none` is the empty list.
 * @param {(part: string) => boolean} [accepts]
 * @param {string} [message]
 * @returns {SettingType<string[]>}
 */
export function listOrNone(accepts, message) {
  const some = list(accepts, message);
  return { parse: (given) => (given === 'none' ? [] : some.parse(given)) };
}

/**
 * An address with one of these schemes, such as `postgres:`.
 * @param {string[]} protocols
 * @returns {SettingType<string>}
 */
export function url(...protocols) {
  const message = `must be an address like ${protocols.map((protocol) => `${protocol}//…`).join(' or ')}`;
  /** @param {string} given */
  const isOne = (given) => URL.canParse(given) && protocols.includes(new URL(given).protocol);
  return { parse: (given) => (isOne(given) ? given : refuse(message)) };
}

/**
 * The address that people open: by HTTP or HTTPS, with a path of plain characters or none, since pages and cookies hold it.
 * @type {SettingType<string>}
 */
export const publicUrl = {
  parse(given) {
    const { pathname, search, hash } = new URL(url('http:', 'https:').parse(given));
    const isPlain = /^[\w./~-]*$/.test(pathname) && !pathname.includes('//') && search === '' && hash === '';
    return isPlain
      ? given
      : refuse('must be an address like https://host or https://host/path, of letters, digits and - . _ ~');
  },
};

const severalHosts = /^([a-z]+:\/\/(?:[^@/?#]*@)?[^,/?#]+)((?:,[^,/?#@]*)+)/i;

/**
 * An address of PostgreSQL that may name several servers, as libpq takes it: `postgres://host1:5432,host2:5432/name`.
 * @type {SettingType<string>}
 */
export const databaseUrl = {
  parse(given) {
    const [, first = '', others = ''] = severalHosts.exec(given) ?? [];
    const hosts = others.split(',').slice(1);
    const single = given.replace(severalHosts, '$1');
    const { parse } = url('postgres:', 'postgresql:');
    [single, ...hosts.map((host) => (host === '' ? '' : `postgres://${host}`))].forEach(parse);
    const target = new URL(single).searchParams.get('target_session_attrs');
    if (first !== '' && ![null, 'read-write', 'primary'].includes(target)) {
      refuse('target_session_attrs must be read-write: the server that takes writes is used');
    }
    return given;
  },
};

/** True for an IP address or a range of them (CIDR). @param {string} given */
function isAddressRange(given) {
  const [address = '', bits, ...rest] = given.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return rest.length === 0 && isIP(address) !== 0 && !address.includes('%') && fits;
}

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/** True for an address, a range (CIDR) or a host name. @param {string} given */
export const isAddressOrHost = (given) => isAddressRange(given) || (hostName.test(given) && !/^[\d.]+$/.test(given));

/**
 * Which reverse proxies are believed: how many stand in front, or their addresses and ranges.
 * @type {SettingType<number | string[] | false>}
 */
export const trustedProxies = {
  parse(given) {
    if (given === 'none' || given === 'false') {
      return false;
    }
    if (/^\d{1,2}$/.test(given)) {
      return Number(given) || false;
    }
    const parts = partsOf(given);
    return parts.length > 0 && parts.every(isAddressRange)
      ? parts
      : refuse(
          'must be the number of reverse proxies in front, such as 1, or their addresses and ranges, such as 10.0.0.0/8: ' +
            'who is believed without a limit, may name any address as its own',
        );
  },
};

/** A key of AES-256 in base64. @type {SettingType<string>} */
export const secretKey = text({ pattern: /^[A-Za-z0-9+/]{43}={0,2}$/, message: 'must be 32 bytes in base64' });

/**
 * Path of a file with certificates in PEM; the value is what it holds.
 * @type {SettingType<string>}
 */
export const certificateFile = {
  parse(given) {
    const content = readCertificates(given);
    return content.includes('-----BEGIN CERTIFICATE-----') ? content : refuse('the file holds no PEM certificate');
  },
};

/** @param {string} file */
function readCertificates(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return refuse(`the file cannot be read (${code})`);
  }
}
