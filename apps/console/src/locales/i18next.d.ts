import type { ConsoleTexts } from '@switchyard/texts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: ConsoleTexts };
    returnNull: false;
  }
}
