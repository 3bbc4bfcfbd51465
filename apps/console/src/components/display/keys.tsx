/** Keys to press, as they stand on a keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="sy-keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
