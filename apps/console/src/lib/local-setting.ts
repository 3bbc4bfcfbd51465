const prefix = 'switchyard.';

/** Set while this browser has no session as far as it knows. */
export const SIGNED_OUT = 'signed-out';

/** A value this browser remembers; absent or unreadable storage reads as `null`. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Remembers a value in this browser; `null` forgets it. A full or forbidden storage is ignored: the setting is a convenience. */
export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) {
      localStorage.removeItem(prefix + name);
    } else {
      localStorage.setItem(prefix + name, value);
    }
  } catch {
    return;
  }
}
