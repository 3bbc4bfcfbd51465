import { Button, Tooltip, type ButtonProps } from 'antd';

type IconButtonProps = Omit<ButtonProps, 'children' | 'title'> & { label: string };

/** A button without a word: its label is both tooltip and accessible name. */
export function IconButton({ label, type = 'text', ...rest }: IconButtonProps) {
  return (
    <Tooltip title={label}>
      <Button type={type} aria-label={label} {...rest} />
    </Tooltip>
  );
}
