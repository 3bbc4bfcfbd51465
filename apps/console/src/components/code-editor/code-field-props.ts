export type CodeLanguage = 'json' | 'yaml' | 'ini';

export interface CodeFieldProps {
  id?: string;
  /** Name for people who do not see it. */
  label: string;
  /** Of the text that describes its keys. */
  helpId?: string;
  /** Whether it has a fault, as a form gives it. */
  'aria-invalid'?: 'true' | undefined;
  'aria-describedby'?: string | undefined;
  language: CodeLanguage;
  value?: string;
  /** Shown while it is empty. */
  sample?: string;
  onChange?: (text: string) => void;
}
