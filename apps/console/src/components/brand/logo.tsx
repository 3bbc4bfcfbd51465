import logo from '../../assets/logo.svg';

/** The tile alone; decoration beside the word, so it has no text of its own. */
export function Logo({ size }: { size: number }) {
  return <img src={logo} width={size} height={size} alt="" />;
}

/** Tile and word. `size` is the height of the tile in pixels. */
export function Wordmark({ size }: { size: number }) {
  return (
    <span className="sy-wordmark" style={{ fontSize: size * 0.615 }}>
      <Logo size={size} />
      Switchyard
    </span>
  );
}
