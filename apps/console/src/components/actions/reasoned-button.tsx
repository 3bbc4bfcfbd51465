import { Button, type ButtonProps } from 'antd';
import { Hint } from './hint.js';

interface ReasonedButtonProps extends Omit<ButtonProps, 'disabled' | 'className'> {
  /** Why it cannot be pressed now; absent = it can be. */
  reason: string | undefined;
}

/** A button that shows why it cannot be pressed. It takes the focus all the same: its hint is for people at the keyboard too. */
export function ReasonedButton({ reason, onClick, ...rest }: ReasonedButtonProps) {
  return (
    <Hint title={reason}>
      {reason === undefined ? (
        <Button {...rest} onClick={onClick} />
      ) : (
        <Button {...rest} aria-disabled className="ant-btn-disabled" />
      )}
    </Hint>
  );
}
