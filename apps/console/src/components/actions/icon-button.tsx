import { Button, type ButtonProps } from 'antd';
import type { Ref } from 'react';
import { Hint } from './hint.js';

type NamedProps = Omit<ButtonProps, 'children' | 'title'> & { ref?: Ref<HTMLButtonElement | HTMLAnchorElement> };

/** Its name is the text of its hint, which would describe it once more. */
function Named({ 'aria-describedby': _hint, ...rest }: NamedProps) {
  return <Button {...rest} />;
}

/** A button without a word: its label is both tooltip and accessible name. */
export function IconButton({ label, type = 'text', ...rest }: Omit<NamedProps, 'ref'> & { label: string }) {
  return (
    <Hint title={label}>
      <Named type={type} aria-label={label} {...rest} />
    </Hint>
  );
}
