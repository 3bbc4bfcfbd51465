import { own } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { icons } from './app-icons.js';

interface ChosenIconProps {
  /** As it is stored. */
  name: string;
  size: number;
  /** Stands where no icon has the name. */
  other: ReactNode;
}

/** An icon of the set. In a module of its own, because few installations choose one, and all would load the set. */
export function ChosenIcon({ name, size, other }: ChosenIconProps) {
  const Icon = own(icons, name);
  return Icon ? <Icon style={{ fontSize: size }} /> : other;
}
