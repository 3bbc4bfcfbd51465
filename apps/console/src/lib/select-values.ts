/** Lets screen readers read the chosen value of AntD's selects, which stands beside the combobox (WCAG 2.2, 4.1.2). */
export function describeSelects(): void {
  const describe = ({ target }: Event): void => {
    const input = target instanceof HTMLInputElement ? target : null;
    const chosen = input?.closest('.ant-select')?.querySelector<HTMLElement>('.ant-select-content');
    if (chosen) {
      input?.setAttribute('aria-description', chosen.innerText);
    }
  };
  document.addEventListener('focusin', describe);
  document.addEventListener('keyup', describe);
}
