import type { Page } from 'playwright-core';

/** Rights of roles: section 6 of both documents; the bits of a manager (5) and of an owner (15) are decided. */
const RIGHTS = {
  admin: ['everybody', 'run', 'manage', 'update', 'members', 'admin'],
  owner: ['everybody', 'run', 'manage', 'update', 'members'],
  manager: ['everybody', 'run', 'manage'],
  'task runner': ['everybody', 'run'],
  guest: ['everybody'],
} as const;

export type RoleName = keyof typeof RIGHTS;
type Right = (typeof RIGHTS)[RoleName][number];

/** A route, or a menu on it, with the names of what can be pressed there. */
export interface Place {
  path: string;
  /** Beginning of the title of the page. */
  title: string;
  /** Who has the page at all; others have "There is nothing here". */
  needs?: Right;
  /** Element that has to be pressed first, by its selector, to see the place. */
  open?: string;
  /** Selector of the place; by default the page. */
  within?: string;
  /** Names below the right that offers them; ` (off)` = disabled. */
  offers: Partial<Record<Right, readonly string[]>>;
  /** Offers that single roles have beyond their rights. */
  only?: Partial<Record<RoleName, readonly string[]>>;
}

const isHeld = (role: RoleName, right: Right): boolean => (RIGHTS[role] as readonly Right[]).includes(right);

/** Whether the page, or the button that opens the menu, is there for the role. */
export const hasPlace = (role: RoleName, { needs = 'everybody' }: Place): boolean => isHeld(role, needs);

/** Everything that the role is offered there. */
export function offered(role: RoleName, { offers, only }: Place): string[] {
  const held = Object.entries(offers).filter(([right]) => isHeld(role, right as Right));
  return [...held.flatMap(([, names]) => names), ...(only?.[role] ?? [])].sort();
}

const LINE = /^(\s*)- (?:\/?)(\w+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/;
const PRESSED = ['button', 'tab', 'switch', 'menuitem'];

const isPressed = (role: string, inNavigation: boolean): boolean =>
  PRESSED.includes(role) || (role === 'link' && inNavigation);

/** Parts of fields, and what leads to the reason of a status: neither depends on a role. */
const NEUTRAL = ['Show', 'Waiting'];

/** Names of the buttons, tabs, links of a navigation, switches and menu entries of a place, each once; ` (off)` = disabled. */
export async function controlsOf(page: Page, within: string): Promise<string[]> {
  const snapshot = await page.locator(within).last().ariaSnapshot();
  const found = new Set<string>();
  let [heading, navigation] = [Infinity, Infinity];
  for (const line of snapshot.split('\n')) {
    const [, indent = '', role = '', name = '', state = ''] = LINE.exec(line) ?? [];
    heading = indent.length <= heading ? Infinity : heading;
    navigation = indent.length <= navigation ? Infinity : navigation;
    if (role === 'columnheader') {
      heading = indent.length;
    } else if (role === 'navigation') {
      navigation = indent.length;
    } else if (heading === Infinity && isPressed(role, navigation < Infinity) && !NEUTRAL.includes(name)) {
      found.add(state.includes('[disabled]') ? `${name} (off)` : name);
    }
  }
  return [...found].sort();
}
