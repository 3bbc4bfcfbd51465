import Icon from '@ant-design/icons';

/** Lines, the second of which turns back under itself. */
export function WrapIcon() {
  return <Icon component={Drawing} aria-hidden role="presentation" />;
}

function Drawing() {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
      <path d="M1.5 3h13M1.5 8h10.2a2.4 2.4 0 0 1 0 4.8H9M1.5 12.8h4M10.8 11 9 12.8l1.8 1.8" strokeLinecap="round" />
    </svg>
  );
}
