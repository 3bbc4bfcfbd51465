/**
 * Lets screen readers read the chosen value of AntD's selects, which stands beside the combobox (WCAG 2.2, 4.1.2), and why one cannot
 * be used.
 */
export function describeSelects(): void {
  const describe = ({ target }: Event): void => {
    const input = target instanceof HTMLInputElement ? target : null;
    const chosen = input?.closest('.ant-select')?.querySelector<HTMLElement>('.ant-select-content');
    if (chosen) {
      const reason = input?.closest<HTMLElement>('[data-reason]')?.dataset.reason;
      input?.setAttribute('aria-description', [chosen.innerText, reason].filter(Boolean).join('. '));
    }
  };
  document.addEventListener('focusin', describe);
  document.addEventListener('keyup', describe);
}
