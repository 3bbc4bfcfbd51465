import { PASSCODE_LENGTH } from '@switchyard/contracts';
import { Input, type GetRef } from 'antd';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

const digitsOnly = (text: string): string => text.replace(/\D/g, '');

interface CodeBoxesProps {
  disabled: boolean;
  wrong: boolean;
  /** Called with all digits, typed or pasted. */
  onComplete: (code: string) => void;
}

/** One box for each digit of a code; the first one has the focus whenever a code can be typed. */
export function CodeBoxes({ disabled, wrong, onComplete }: CodeBoxesProps) {
  const { t } = useTranslation();
  const boxes = useRef<GetRef<typeof Input.OTP>>(null);
  // AntD names the boxes in English and has no property for it.
  useLayoutEffect(() => {
    boxes.current?.nativeElement.querySelectorAll('input').forEach((box, index) => {
      box.setAttribute('aria-label', t('auth.digit', { place: index + 1, length: PASSCODE_LENGTH }));
    });
  }, [t]);
  useEffect(() => {
    if (!disabled) {
      boxes.current?.focus();
    }
  }, [disabled]);
  return (
    <Input.OTP
      ref={boxes}
      className="sy-code-boxes"
      size="large"
      length={PASSCODE_LENGTH}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      formatter={digitsOnly}
      disabled={disabled}
      aria-label={t('auth.code')}
      {...(wrong && { status: 'error' })}
      onChange={onComplete}
    />
  );
}
