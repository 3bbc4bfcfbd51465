export type CodeLanguage = 'json' | 'yaml' | 'ini';

export interface CodeFieldProps {
  id?: string;
  /** Name for people who do not see it. */
  label: string;
  /** Of the text that describes its keys. */
  helpId?: string;
  language: CodeLanguage;
  value?: string;
  /** Shown while it is empty. */
  sample?: string;
  onChange?: (text: string) => void;
}
